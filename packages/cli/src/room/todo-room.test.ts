import type { Todo } from '@drawbridge/core'
import { createDrawbridge } from '@drawbridge/sdk'
import { expect, test } from 'vitest'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const pending = (text: string) => ({ text, status: 'pending' })

test('a todo list outlives its process, belongs to its session and is told as it changes', async () => {
  const { root } = scratchFolder()
  const options = { workspace: root, home: `${root}/home`, useConfig: false } as const
  const told: unknown[] = []
  {
    await using drawbridge = await createDrawbridge(options)
    const session = drawbridge.openSession({ id: 'first' })
    session.events.subscribe((event) => void told.push(event))
    await session.call({ name: 'todo.write', arguments: { todos: [pending('Read'), pending('Write')] } })
  }
  expect(told).toContainEqual(expect.objectContaining({ type: 'todo.changed', todos: [todo('1'), todo('2', 'Write')] }))
  await using drawbridge = await createDrawbridge(options)
  const list = async (id: string) => {
    const outcome = await drawbridge.openSession({ id }).call({ name: 'todo.read', arguments: {} })
    return outcome.result.data
  }
  expect(await list('first')).toEqual({ todos: [todo('1'), todo('2', 'Write')] })
  expect(await list('second')).toEqual({ todos: [] })
  const lists = await drawbridge.house.service('todoLists')
  await lists?.copy('first', 'fork')
  expect(await list('fork')).toEqual({ todos: [todo('1'), todo('2', 'Write')] })
})

test('changes that one turn makes at once are all kept, and a second item in progress is refused', async () => {
  const { root } = scratchFolder()
  await using drawbridge = await createDrawbridge({ workspace: root, home: `${root}/home`, useConfig: false })
  const session = drawbridge.openSession()
  const adding = (text: string, status = 'pending') => ({
    name: 'todo.write',
    arguments: { todos: [{ text, status }], merge: true },
  })
  await Array.fromAsync(session.runTurn(['a', 'b', 'c', 'd'].map((text) => adding(text))))
  const { result } = await session.call({ name: 'todo.read', arguments: {} })
  expect((result.data as { todos: readonly Todo[] }).todos.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd'])
  await session.call(adding('e', 'in_progress'))
  expect(await session.call(adding('f', 'in_progress'))).toMatchObject({ status: 'failed', code: 'validation_error' })
})

test('without a database the list lives as long as the process', async () => {
  const { root } = scratchFolder()
  await using drawbridge = await createDrawbridge({
    workspace: root,
    home: `${root}/home`,
    config: { store: { kind: 'files' } },
  })
  const session = drawbridge.openSession()
  await session.call({ name: 'todo.write', arguments: { todos: [pending('Read')] } })
  expect((await session.call({ name: 'todo.read', arguments: {} })).result.data).toEqual({ todos: [todo('1')] })
})

function todo(id: string, text = 'Read'): Todo {
  return { id, text, status: 'pending' }
}
