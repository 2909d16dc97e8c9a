import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scriptModel } from '@drawbridge/agents/testing'
import { approveEverything, approveWith } from '@drawbridge/core'
import { expect, test } from 'vitest'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const edit = (path: string, old: string, now: string) => ({
  name: 'fs__edit',
  input: { path, edits: [{ old, new: now }] },
})
const write = (path: string, content: string) => ({ name: 'fs__write_file', input: { path, content } })

test('a rewind that is asked to puts back each file that calls changed, if it is still as they left it, also behind a summary and in another process', async () => {
  const folder = scratchFolder({ 'a.txt': 'one\n', 'b.txt': 'one\n', 'gone.txt': 'kept\n', 'early.txt': 'one\n' })
  const at = (path: string) => join(folder.workspace, path)
  const text = (path: string) => readFileSync(at(path), 'utf8')
  const answers = [
    { calls: [edit('early.txt', 'one', 'two')] },
    { text: 'Early.' },
    { calls: [edit('a.txt', 'one', 'two'), edit('b.txt', 'one', 'two'), write('new.txt', 'new\n')] },
    { calls: [edit('a.txt', 'two', 'three'), { name: 'fs__delete', input: { path: 'gone.txt' } }] },
    { text: 'x'.repeat(3_000) },
    { text: 'short' },
    { text: 'OK' },
  ]
  let node: string | undefined
  {
    await using house = await agentHouse(scriptModel(answers), {
      folder,
      authority: { approvers: [approveEverything] },
    })
    await using conversation = await house.runner.open({ id: 'work' })
    await readRun(conversation.send('Early.'))
    node = conversation.entries().at(-1)?.node
    await readRun(conversation.send('Work.'))
    await conversation.compact()
  }
  expect([text('a.txt'), existsSync(at('gone.txt'))]).toEqual(['three\n', false])
  writeFileSync(at('b.txt'), 'by a person\n')
  await using house = await agentHouse(scriptModel([{ text: 'ok' }]), {
    folder,
    authority: { approvers: [approveEverything] },
  })
  await using conversation = await house.runner.open({ resume: 'work' })
  expect((await conversation.rewind(node, { files: true })).files).toEqual([
    { path: 'a.txt', state: 'restored' },
    { path: 'b.txt', state: 'changed_since' },
    { path: 'new.txt', state: 'restored' },
    { path: 'gone.txt', state: 'restored' },
  ])
  expect(['a.txt', 'b.txt', 'gone.txt', 'early.txt'].map(text)).toEqual(['one\n', 'by a person\n', 'kept\n', 'two\n'])
  expect(existsSync(at('new.txt'))).toBe(false)
  await readRun(conversation.send('And now?'))
  expect(JSON.stringify(conversation.entries())).not.toContain('Work.')
})

test('a rewind that is not asked to, or whose calls are denied, leaves files as they are', async () => {
  const folder = scratchFolder({ 'a.txt': 'one\n' })
  const work = async (files: boolean, approver: typeof approveEverything) => {
    const model = scriptModel([{ calls: [edit('a.txt', 'one', 'two')] }, { text: 'Done.' }])
    await using house = await agentHouse(model, { folder, authority: { approvers: [approver] } })
    await using conversation = await house.runner.open()
    await readRun(conversation.send('Work.'))
    return (await conversation.rewind(undefined, { files })).files
  }
  expect(await work(false, approveEverything)).toBeUndefined()
  expect(readFileSync(join(folder.workspace, 'a.txt'), 'utf8')).toBe('two\n')
  writeFileSync(join(folder.workspace, 'a.txt'), 'one\n')
  let asked = 0
  const once = approveWith('once', () => {
    asked += 1
    return { answer: asked === 1 ? 'allow_once' : 'deny' }
  })
  expect(await work(true, once)).toEqual([{ path: 'a.txt', state: 'refused', message: expect.any(String) }])
  expect(readFileSync(join(folder.workspace, 'a.txt'), 'utf8')).toBe('two\n')
})
