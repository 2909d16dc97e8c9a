import { expect, test } from 'vitest'
import { z } from 'zod'
import { approveWith } from '../approval/approve-with.ts'
import type { PreToolUseHook } from '../hook/hook.ts'
import { createLimiter } from '../limit/create-limiter.ts'
import { defaultLimitSettings } from '../limit/limit-settings.ts'
import { queueCalls } from '../limit/queue-calls.ts'
import { createRegistry } from '../registry/create-registry.ts'
import { createRecordedSession } from '../replay/__fixtures__/recorded-session.ts'
import { openRun } from '../run/open-run.ts'
import type { RunOptions } from '../run/run-options.ts'
import { createFakeClock, createMemoryMachine, testPrincipal } from '../testing/index.ts'
import { defineTool } from '../tool/define-tool.ts'

type Answer = { readonly answer: 'allow_once' }

const input = z.strictObject({ path: z.string() })

const read = defineTool({
  name: 'demo.read',
  description: 'Reads a file.',
  input,
  permission: 'readonly',
  targets: ({ path }) => [{ kind: 'path', path, access: 'read' }],
  execute: async ({ path }, { files }) => {
    await using file = await files.open(path)
    const buffer = new Uint8Array(file.stat.size)
    await file.read(buffer, 0)
    return new TextDecoder().decode(buffer)
  },
})

const write = defineTool({
  name: 'demo.write',
  description: 'Writes a file.',
  input: input.extend({ text: z.string() }),
  permission: 'write',
  targets: ({ path }) => [{ kind: 'path', path, access: 'write' }],
  execute: async ({ path, text }, { files }) => {
    await files.write(path, new TextEncoder().encode(text), { mode: 'replace' })
    return 'written'
  },
})

test('a repair of a call that waited for another is recorded once', async () => {
  const run = openRun(createRecordedSession().runOptions)
  const calls = [{ name: 'demo.none' }, { name: 'demo.read', arguments: { times: '3' } }]
  const [, read] = await Promise.all(calls.map((call) => run.call(call)))
  expect(read?.result.meta.repairs).toHaveLength(1)
})

/** An approver who answers when told to, and the tools of a run with eight places. */
function start(options: Partial<RunOptions> = {}) {
  const registry = createRegistry()
  for (const tool of [read, write]) registry.register(tool)
  const machine = createMemoryMachine()
  const clock = createFakeClock()
  const questions: (() => void)[] = []
  const approver = approveWith(
    'slow',
    () => new Promise<Answer>((resolve) => questions.push(() => resolve({ answer: 'allow_once' }))),
  )
  const limiter = queueCalls(createLimiter({ clock }), { clock, settings: () => defaultLimitSettings.queue })
  const common = { registry, principal: testPrincipal, machine, resolver: machine.resolver, approvers: [approver] }
  const run = openRun({ ...common, clock, limiter, ...options })
  const answerAll = async () => {
    await clock.advance(0)
    for (const answer of questions.splice(0)) answer()
  }
  const call = (name: string, path: string, text?: string) =>
    run.call({ name, arguments: { path, ...(text === undefined ? {} : { text }) } })
  return { run, call, clock, questions, answerAll }
}

test('a read made together with an earlier write of the same path reads what was written, also behind its approval', async () => {
  const { call, answerAll } = start()
  const written = call('demo.write', 'a.txt', 'new')
  const both = call('demo.read', 'a.txt')
  await answerAll()
  expect(await written).toMatchObject({ status: 'ok' })
  expect(await both).toMatchObject({ status: 'ok', text: 'new' })
})

test('what waits for its approval holds up nothing that touches other paths', async () => {
  const { call, clock, questions, answerAll } = start()
  const written = call('demo.write', 'a.txt', 'new')
  await clock.advance(0)
  expect(await call('demo.read', 'missing.txt')).toMatchObject({ status: 'failed' })
  expect(questions).toHaveLength(1)
  await answerAll()
  await written
})

test('calls that wait for their approval take no place from others', async () => {
  const { call, clock, questions, answerAll } = start()
  const writes = Array.from({ length: 12 }, (_, index) => call('demo.write', `${index}.txt`, 'x'))
  await clock.advance(0)
  expect(questions).toHaveLength(12)
  expect((await call('demo.read', 'missing.txt')).text).not.toContain('limit')
  await answerAll()
  for (const outcome of await Promise.all(writes)) expect(outcome.status).toBe('ok')
})

test('forty calls at once all succeed, those of one path in the order in which they were made', async () => {
  const { call, clock, answerAll } = start()
  const calls = Array.from({ length: 40 }, (_, index) =>
    index % 2 === 0 ? call('demo.write', `${index % 4}.txt`, `v${index}`) : call('demo.read', `${(index - 1) % 4}.txt`),
  )
  let open = calls.length
  for (const made of calls) void made.then(() => (open -= 1))
  while (open > 0) {
    await answerAll()
    await clock.advance(100)
  }
  const texts = (await Promise.all(calls)).map(({ text }) => text)
  expect(texts).toEqual(texts.map((_, index) => (index % 2 === 0 ? 'written' : `v${index - 1}`)))
})

test('an approver and a hook may read the path of the write that waits for them', async () => {
  const seen: (string | undefined)[] = []
  const look = async (): Promise<void> => {
    const { status } = await run.call({ name: 'demo.read', arguments: { path: 'a.txt' } })
    seen.push(status)
  }
  const approver = approveWith('looks first', async () => {
    await look()
    return { answer: 'allow_once' }
  })
  const hook: PreToolUseHook = {
    name: 'looks first',
    matcher: { tools: ['demo.write'] },
    run: async () => {
      await look()
      return { verdict: 'allow' }
    },
  }
  const { run, call } = start({ approvers: [approver], hooks: { preToolUse: [hook] } })
  expect(await call('demo.write', 'a.txt', 'new')).toMatchObject({ status: 'ok' })
  expect(seen).toEqual(['failed', 'failed'])
})

test('an approver of a write may read its path while other writes of it wait behind', async () => {
  const seen: (string | undefined)[] = []
  const look = async (): Promise<void> => {
    seen.push((await run.call({ name: 'demo.read', arguments: { path: 'a.txt' } })).status)
  }
  const approver = approveWith('looks first', async () => {
    await Promise.all([look(), look()])
    return { answer: 'allow_once' }
  })
  const { run, call } = start({ approvers: [approver] })
  const writes = await Promise.all([1, 2, 3].map((number) => call('demo.write', 'a.txt', `v${number}`)))
  expect(writes.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok'])
  expect(seen).toEqual(['failed', 'failed', 'ok', 'ok', 'ok', 'ok'])
})

test('what a hook left running has its own place once the call of the hook has ended', async () => {
  const ended = Promise.withResolvers<void>()
  let late: Promise<{ readonly text: string }> | undefined
  const hook: PreToolUseHook = {
    name: 'leaves something running',
    matcher: { tools: ['demo.write'] },
    run: async () => {
      late ??= ended.promise.then(() => run.call({ name: 'demo.read', arguments: { path: 'a.txt' } }))
      return { verdict: 'allow' }
    },
  }
  const { run, call, answerAll } = start({ hooks: { preToolUse: [hook] } })
  const first = call('demo.write', 'a.txt', 'v1')
  await answerAll()
  await first
  const second = call('demo.write', 'a.txt', 'v2')
  ended.resolve()
  await answerAll()
  await second
  expect((await late)?.text).toBe('v2')
})

test('a refused write lets the calls behind it go on', async () => {
  const { call } = start({ approvers: [approveWith('no', () => ({ answer: 'deny' }))] })
  const [written, seen] = await Promise.all([call('demo.write', 'a.txt', 'x'), call('demo.read', 'a.txt')])
  expect(written).toMatchObject({ status: 'denied' })
  expect(seen).toMatchObject({ status: 'failed' })
})

test('an abort ends a call that waits behind another', async () => {
  const { run, call, clock } = start()
  const calls = [call('demo.write', 'a.txt', 'x'), call('demo.read', 'a.txt')]
  await clock.advance(0)
  run.abort('enough')
  for (const outcome of await Promise.all(calls))
    expect(outcome).toMatchObject({ status: 'cancelled', code: 'aborted' })
})

test('a record of calls that waited behind each other can be replayed', async () => {
  const scene = createRecordedSession({ approvers: [approveWith('yes', () => ({ answer: 'allow_once' }))] })
  const run = openRun(scene.runOptions)
  const calls = [
    run.call({ name: 'demo.write', arguments: { does: 'wait', times: 2 } }),
    run.call({ name: 'demo.read', arguments: {} }),
  ]
  let open = calls.length
  for (const made of calls) void made.then(() => (open -= 1))
  while (open > 0) await scene.clock.advance(10)
  expect(await scene.replay()).toMatchObject({ status: 'equal' })
})
