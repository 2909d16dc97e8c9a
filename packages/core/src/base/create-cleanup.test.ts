import { expect, test } from 'vitest'
import { createCleanup } from './create-cleanup.ts'

function setUp() {
  const closed: string[] = []
  const quick = (name: string) => ({ [Symbol.dispose]: () => void closed.push(name) })
  const slow = (name: string) => ({ [Symbol.asyncDispose]: async () => void closed.push(name) })
  return { closed, quick, slow }
}

test('the last opened resource is closed first, once', async () => {
  const { closed, quick, slow } = setUp()
  const cleanup = createCleanup()
  cleanup.use(quick('first'))
  cleanup.use(slow('second'))
  await cleanup[Symbol.asyncDispose]()
  await cleanup[Symbol.asyncDispose]()
  expect(closed).toEqual(['second', 'first'])
})

test('a moved resource is closed by its new owner alone', async () => {
  const { closed, quick } = setUp()
  const cleanup = createCleanup()
  cleanup.use(quick('kept'))
  const owner = cleanup.move()
  await cleanup[Symbol.asyncDispose]()
  expect(closed).toEqual([])
  await owner[Symbol.asyncDispose]()
  expect(closed).toEqual(['kept'])
})

test('one that fails does not keep the others open', async () => {
  const { closed, quick } = setUp()
  const cleanup = createCleanup()
  const broken = {
    [Symbol.dispose]: () => {
      throw new Error('stuck')
    },
  }
  cleanup.use(quick('first'))
  cleanup.use(broken)
  await expect(cleanup[Symbol.asyncDispose]()).rejects.toThrow('stuck')
  expect(closed).toEqual(['first'])
})
