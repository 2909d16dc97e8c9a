// Tests of a tool of your own: files in memory, a scripted approver, and the whole pipeline in between. No disk, no process, no model.
import { createRegistry, defineTool, fail, openRun } from '@drawbridge/core'
import {
  createMemoryMachine,
  createMemoryRecorder,
  createScriptedApprover,
  testPrincipal,
} from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'

const stamp = defineTool({
  name: 'demo.stamp',
  description: 'Adds a line to a file that exists.',
  input: z.strictObject({ path: z.string(), line: z.string().min(1) }),
  permission: 'write',
  targets: ({ path }) => [{ kind: 'path', path, access: 'write' }],
  execute: async ({ path, line }, { files }) => {
    const before = new TextDecoder().decode(await files.readBytes(path, { maxBytes: 100_000 }))
    if (before.includes(line)) fail('path_conflict', `"${path}" has this line already.`)
    await files.write(path, new TextEncoder().encode(`${line}\n`), { mode: 'append' })
    return `Added a line to ${path}.`
  },
})

function start(files: Readonly<Record<string, string>>, answers: Parameters<typeof createScriptedApprover>[0]) {
  const registry = createRegistry()
  registry.register(stamp)
  const machine = createMemoryMachine(files)
  const approver = createScriptedApprover(answers)
  const recorder = createMemoryRecorder()
  const { resolver } = machine
  const run = openRun({ registry, principal: testPrincipal, machine, resolver, approvers: [approver], recorder })
  return { run, approver, recorder, machine }
}

test('asks before it writes, and says what it did', async () => {
  const { run, approver, recorder } = start({ 'a.txt': 'one\n' }, [{ tool: 'demo.stamp', answer: 'allow_once' }])
  const outcome = await run.call({ name: 'demo.stamp', arguments: { path: 'a.txt', line: 'two' } })
  expect(outcome).toMatchObject({ status: 'ok', text: 'Added a line to a.txt.' })
  expect(recorder.types()).toEqual(['permission.requested', 'permission.decided', 'tool.started', 'tool.completed'])
  approver.done()
})

test('writes nothing after a no, and the model reads the reason', async () => {
  const no = { tool: 'demo.stamp', answer: 'deny', reason: 'not on a Friday' } as const
  const { run, machine } = start({ 'a.txt': 'one\n' }, [no])
  const outcome = await run.call({ name: 'demo.stamp', arguments: { path: 'a.txt', line: 'two' } })
  expect(outcome).toMatchObject({ status: 'denied', code: 'denied_by_user' })
  expect(outcome.text).toContain('not on a Friday')
  expect(new TextDecoder().decode(machine.contents.get('/workspace/a.txt'))).toBe('one\n')
})

test('a mistake of the model is an outcome with a code', async () => {
  const yes = { tool: 'demo.stamp', answer: 'allow_once' } as const
  const { run } = start({ 'a.txt': 'one\n' }, [yes])
  const call = (line: string) => run.call({ name: 'demo.stamp', arguments: { path: 'a.txt', line } })
  expect(await call('')).toMatchObject({ status: 'failed', code: 'validation_error' })
  expect(await call('one')).toMatchObject({ status: 'failed', code: 'path_conflict' })
})
