import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createApprovalScene } from '../approval/__fixtures__/approval-scene.ts'
import { approveWith } from '../approval/approve-with.ts'
import type { Approver } from '../approval/approver.ts'
import type { Authority } from '../policy/authority.ts'
import type { Verdict } from '../policy/decision.ts'
import { openRun } from '../run/open-run.ts'
import type { RunOptions } from '../run/run-options.ts'
import type { Hooks, HookVerdict, PreToolUseHook } from './hook.ts'

const write = (path = 'a.txt') => ({ name: 'demo.write', arguments: { path } })
const fetch = { name: 'demo.fetch', arguments: { url: 'https://example.org/' } }

function start(hooks: Partial<Hooks>, options: Partial<RunOptions> = {}) {
  const scene = createApprovalScene({ hooks, ...options })
  return { ...scene, run: openRun(scene.options) }
}

function counting(answer: 'allow_once' | 'allow_for_session' | 'deny' = 'allow_once'): Approver & { asked: number } {
  const approver = {
    asked: 0,
    ...approveWith(
      'person',
      () => {
        approver.asked += 1
        return { answer }
      },
      { human: true },
    ),
  }
  return approver
}

const gate = (verdict: HookVerdict, parts: Partial<PreToolUseHook> = {}): PreToolUseHook => ({
  name: 'gate',
  run: () => verdict,
  ...parts,
})

const policySays = (verdict: Verdict): Authority => ({
  decide: () => ({ verdict, rule: 'test', source: 'test', reason: 'because', steps: [] }),
})

describe('before a call', () => {
  test('a denial names hook and reason, and no one is asked', async () => {
    const approver = counting()
    const { run, ran } = start({ preToolUse: [gate({ verdict: 'deny', reason: 'freeze' })] }, { approvers: [approver] })
    expect(await run.call(write())).toMatchObject({
      status: 'denied',
      code: 'denied_by_hook',
      message: 'The hook "gate" refused the call: freeze',
    })
    expect([approver.asked, ran]).toEqual([0, []])
  })

  test('hooks run in their order, and a denial ends it', async () => {
    const order: string[] = []
    const noting = (name: string, verdict: HookVerdict): PreToolUseHook => ({
      name,
      run: () => {
        order.push(name)
        return verdict
      },
    })
    const { run } = start({
      preToolUse: [
        noting('first', { verdict: 'allow' }),
        noting('second', { verdict: 'deny', reason: 'no' }),
        noting('third', { verdict: 'allow' }),
      ],
    })
    await run.call(write())
    expect(order).toEqual(['first', 'second'])
  })

  test('no hook widens: what comes out is never more than the policy says', async () => {
    const rank = { allow: 0, ask: 1, deny: 2 } as const
    const verdict = fc.constantFrom<HookVerdict>(
      { verdict: 'allow' },
      { verdict: 'ask', reason: 'hm' },
      { verdict: 'deny', reason: 'no' },
      { verdict: 'rewrite', input: { url: 'https://example.org/other' } },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Verdict>('allow', 'ask', 'deny'),
        fc.array(fc.record({ verdict, trusted: fc.boolean() }), { maxLength: 3 }),
        async (policy, hooks) => {
          const approver = counting()
          const preToolUse = hooks.map(({ verdict: each, trusted }) => gate(each, { trusted }))
          const { run } = start({ preToolUse }, { approvers: [approver], authority: policySays(policy) })
          const { status } = await run.call(fetch)
          const reached = status === 'ok' ? (approver.asked > 0 ? 'ask' : 'allow') : 'deny'
          expect(rank[reached]).toBeGreaterThanOrEqual(rank[policy])
        },
      ),
    )
  })

  test('a hook that wants a person gets one, however often the session was granted', async () => {
    const approver = counting('allow_for_session')
    const { run, options } = start({}, { approvers: [approver] })
    await run.call(write())
    await run.call(write())
    expect(approver.asked).toBe(1)
    const asking = openRun({
      ...options,
      approvers: [
        approveWith('person', ({ hooks, offers }) => {
          expect(hooks).toEqual([{ hook: 'gate', reason: 'look at it' }])
          expect(offers.map(({ answer }) => answer)).toEqual(['allow_once', 'deny', 'abort'])
          return { answer: 'deny' }
        }),
      ],
      hooks: { preToolUse: [gate({ verdict: 'ask', reason: 'look at it' })] },
    })
    expect(await asking.call(write())).toMatchObject({ code: 'denied_by_user' })
  })

  test('a rewrite by a trusted hook is validated and resolved anew; by any other it denies', async () => {
    const approvers = [counting()]
    const rewrite = (input: Record<string, unknown>, trusted: boolean) =>
      start({ preToolUse: [gate({ verdict: 'rewrite', input }, { trusted })] }, { approvers })
    const trusted = rewrite({ path: 'b.txt' }, true)
    expect(await trusted.run.call(write())).toMatchObject({
      status: 'ok',
      result: { meta: { targets: [{ real: '/workspace/b.txt' }] } },
    })
    expect(trusted.ran).toEqual(['write b.txt'])
    expect(await rewrite({ wrong: 1 }, true).run.call(write())).toMatchObject({ code: 'validation_error' })
    expect(await rewrite({ path: 'b.txt' }, false).run.call(write())).toMatchObject({ code: 'denied_by_hook' })
  })

  test('a hook that hangs denies within the time of the run, whatever it asked for itself', async () => {
    const hanging = gate({ verdict: 'allow' }, { timeoutMs: 1_000_000, run: () => new Promise(() => undefined) })
    const { run, clock } = start({ preToolUse: [hanging] }, { settings: { hookTimeoutMs: 500 } })
    const outcome = run.call(write())
    await new Promise<void>((resolve) => setImmediate(resolve))
    await clock.advance(500)
    expect(await outcome).toMatchObject({ code: 'denied_by_hook', message: expect.stringContaining('500 ms') })
  })

  test('a hook about other tools is not run', async () => {
    const { run } = start(
      { preToolUse: [gate({ verdict: 'deny', reason: 'no' }, { matcher: { tools: ['runtime.*'] } })] },
      { authority: policySays('allow') },
    )
    expect(await run.call(write())).toMatchObject({ status: 'ok' })
  })
})

describe('before a question', () => {
  test('a hook may refuse in place of a person, who is not asked then', async () => {
    const approver = counting()
    const { run, recorder } = start(
      { permissionRequest: [{ name: 'night', run: () => ({ verdict: 'deny', reason: 'nobody is awake' }) }] },
      { approvers: [approver] },
    )
    expect(await run.call(write())).toMatchObject({ code: 'denied_by_hook' })
    expect(approver.asked).toBe(0)
    expect(recorder.types()).toEqual(['hook.answered', 'tool.denied'])
  })

  test('a hook cannot say yes for a person', async () => {
    const { run } = start({ permissionRequest: [{ name: 'yes', run: () => ({ verdict: 'allow' }) }] })
    expect(await run.call(write())).toMatchObject({ code: 'approval_unavailable' })
  })

  test('a hook that fails refuses', async () => {
    const failing = { name: 'broken', run: () => Promise.reject(new Error('no network')) }
    const { run } = start({ permissionRequest: [failing] }, { approvers: [counting()] })
    expect(await run.call(write())).toMatchObject({
      code: 'denied_by_hook',
      message: expect.stringContaining('no network'),
    })
  })

  test('is not a time for hooks where the policy allows', async () => {
    const { run } = start(
      { permissionRequest: [{ name: 'no', run: () => ({ verdict: 'deny', reason: 'no' }) }] },
      { authority: policySays('allow') },
    )
    expect(await run.call(write())).toMatchObject({ status: 'ok' })
  })
})

describe('observing hooks', () => {
  test('add scrubbed text; one that fails or hangs costs the call nothing and is recorded', async () => {
    const secret = ['ghp', 'x9Kq2mWv7Rt4Ls8Zb1Nc6Yd3Hf5Jg0Pa2UeW'].join('_')
    const { run, clock, recorder } = start(
      {
        postToolUse: [
          { name: 'broken', run: () => Promise.reject(new Error('no network')) },
          { name: 'hanging', run: () => new Promise(() => undefined) },
          { name: 'talking', run: () => `key ${secret}` },
        ],
      },
      { authority: policySays('allow') },
    )
    const outcome = run.call(write())
    for (let tick = 0; tick < 5; tick += 1) await new Promise<void>((resolve) => setImmediate(resolve))
    await clock.advance(10_000)
    const { status, result } = await outcome
    expect(status).toBe('ok')
    expect(JSON.stringify(result.content)).toContain('key [REDACTED]')
    expect(JSON.stringify(result.content)).not.toContain(secret)
    expect(recorder.events.filter(({ type }) => type === 'hook.failed')).toMatchObject([
      { hook: 'broken', event: 'PostToolUse', message: 'no network' },
      { hook: 'hanging', message: 'it did not answer within 10000 ms' },
    ])
  })

  test('of the start of a session run once for all its runs, and hold up nothing', async () => {
    const started: string[] = []
    const sessionStart: Hooks['sessionStart'] = [
      { name: 'broken', run: () => Promise.reject(new Error('no')) },
      { name: 'noting', run: ({ session }) => void started.push(session) },
    ]
    const { run, options, recorder } = start({ sessionStart }, { authority: policySays('allow') })
    openRun(options)
    expect(await run.call(write())).toMatchObject({ status: 'ok' })
    expect(started).toEqual(['test-session'])
    expect(recorder.events.find(({ type }) => type === 'hook.failed')).toMatchObject({ event: 'SessionStart' })
  })
})
