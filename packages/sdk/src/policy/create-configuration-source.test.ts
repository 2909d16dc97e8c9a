import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import { createFakeClock } from '@drawbridge/core/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createConfigurationSource } from './create-configuration-source.ts'

let scratch: string
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'drawbridge-configuration-source-'))
})
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

test('a file that changes once more while its change is read is read once more', async () => {
  const file = join(scratch, 'settings')
  writeFileSync(file, 'first')
  const clock = createFakeClock()
  const source = createConfigurationSource({
    initial: 'first',
    files: () => [file],
    load: async () => {
      const text = readFileSync(file, 'utf8')
      if (text === 'second') writeFileSync(file, 'the third')
      return text
    },
    clock,
  })
  writeFileSync(file, 'second')
  await clock.advance(1_000)
  await source.refresh()
  expect(source.current()).toBe('second')
  await clock.advance(1_000)
  await source.refresh()
  expect(source.current()).toBe('the third')
  await clock.advance(1_000)
  await source.refresh()
  expect(source.version()).toBe(2)
})

test('a stored change that could not be read is read by a later look, and told meanwhile; a faulty one is not read again', async () => {
  const clock = createFakeClock()
  let failure: Error | undefined = new DrawbridgeError('store_unavailable', 'locked')
  let reads = 0
  const source = createConfigurationSource({
    initial: 'old',
    files: () => [],
    revision: async () => 1,
    load: async () => {
      reads += 1
      if (failure !== undefined) throw failure
      return 'new'
    },
    clock,
  })
  const look = async () => {
    await clock.advance(1_000)
    await source.refresh()
  }
  await look()
  expect([source.current(), source.problem()]).toEqual(['old', 'locked'])
  failure = new DrawbridgeError('invalid_configuration', 'faulty')
  await look()
  await look()
  expect([source.current(), source.problem(), reads]).toEqual(['old', 'faulty', 2])
})

test('a stored change is in force once the store can be read again', async () => {
  const clock = createFakeClock()
  let isLocked = true
  const source = createConfigurationSource({
    initial: 'old',
    files: () => [],
    revision: async () => 1,
    load: async () => {
      if (isLocked) throw new DrawbridgeError('store_unavailable', 'locked')
      return 'new'
    },
    clock,
  })
  await clock.advance(1_000)
  await source.refresh()
  isLocked = false
  await clock.advance(1_000)
  await source.refresh()
  expect([source.current(), source.problem()]).toEqual(['new', undefined])
})
