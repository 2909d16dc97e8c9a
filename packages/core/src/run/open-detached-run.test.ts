import { describe, expect, test, vi } from 'vitest'
import { type ApprovalScene, createApprovalScene } from '../approval/__fixtures__/approval-scene.ts'
import type { ApprovalAnswer } from '../approval/approval-request.ts'
import { type PendingReceipt, readReceipt } from '../approval/pending-receipt.ts'
import type { Principal } from '../base/principal.ts'
import type { Authority } from '../policy/authority.ts'
import { testPrincipal } from '../testing/test-principal.ts'
import { openDetachedRun } from './open-detached-run.ts'
import { openRun } from './open-run.ts'
import type { RunOptions } from './run-options.ts'

const write = { id: 'provider-1', name: 'demo.write', arguments: { path: 'a.txt' } }

async function suspend(raw: unknown = write, options: Partial<RunOptions> = {}) {
  const scene = createApprovalScene(options)
  const run = openDetachedRun(scene.options)
  const receipt = await run.call(raw)
  if (receipt.status !== 'pending') throw new Error(`expected a receipt, got ${receipt.status}`)
  return { ...scene, run, receipt }
}

/** The receipt as another process reads it, which shares nothing with the first. */
async function elsewhere(
  receipt: PendingReceipt,
  answer: ApprovalAnswer = 'allow_once',
  scene = createApprovalScene(),
) {
  const read = readReceipt(JSON.parse(JSON.stringify(receipt)))
  const run = openDetachedRun(scene.options)
  return { ...scene, outcome: await run.resume(read, { requestId: read.request.id, answer }) }
}

const denying: Authority = {
  decide: () => ({ verdict: 'deny', rule: 'freeze', source: 'policy.jsonc:3', reason: 'Frozen.', steps: [] }),
}

/** Asks for several reasons at once. */
const asking = (rules: readonly string[]): Authority => ({
  decide: () => ({
    verdict: 'ask',
    rule: rules[0] ?? '',
    source: 'policy.jsonc:3',
    reason: 'Really?',
    steps: rules.map((step) => ({ step, verdict: 'ask', because: `Because of ${step}.` })),
  }),
})

describe('a detached run', () => {
  test('hands out a receipt at once, and has neither run nor ended the call', async () => {
    const { receipt, ran, recorder } = await suspend()
    expect(receipt.request).toMatchObject({ id: 'approval_1', toolCallId: 'provider-1', expiresAt: 2_800_000 })
    expect(JSON.parse(JSON.stringify(receipt))).toEqual(receipt)
    expect(ran).toEqual([])
    expect(recorder.types()).toEqual(['permission.requested'])
  })

  test('gives an outcome for what needs no approval', async () => {
    const run = openDetachedRun(createApprovalScene({ authority: denying }).options)
    expect(await run.call(write)).toMatchObject({ status: 'denied', code: 'denied_by_policy' })
  })

  test('gives back the place that a waiting call held', async () => {
    let held = 0
    const limiter: RunOptions['limiter'] = {
      acquire: () => {
        held += 1
        return {
          status: 'granted',
          release: () => {
            held -= 1
          },
        }
      },
    }
    await suspend(write, { limiter })
    expect(held).toBe(0)
  })
})

describe('resuming', () => {
  test('in another process runs the call, once, under its own id', async () => {
    const { receipt } = await suspend()
    const { outcome, ran, recorder } = await elsewhere(receipt)
    expect(outcome).toMatchObject({ status: 'ok', result: { toolCallId: 'provider-1' } })
    expect(ran).toEqual(['write a.txt'])
    expect(recorder.types()).toEqual(['permission.decided', 'tool.started', 'tool.completed'])
  })

  test('twice gives the same outcome and runs nothing again', async () => {
    const { receipt, run, ran, recorder } = await suspend()
    const decision = { requestId: receipt.request.id, answer: 'allow_once' } as const
    const [first, second] = await Promise.all([run.resume(receipt, decision), run.resume(receipt, decision)])
    expect(await run.resume(receipt, { ...decision, answer: 'deny' })).toBe(first)
    expect(second).toBe(first)
    expect(ran).toHaveLength(1)
    expect(recorder.types().filter((type) => type === 'tool.completed')).toHaveLength(1)
  })

  test('in two processes that share a ledger runs the call once', async () => {
    const claimed = new Set<string>()
    const receipts: RunOptions['receipts'] = { claim: (id) => !claimed.has(id) && claimed.add(id).has(id) }
    const { receipt } = await suspend()
    const [one, two] = [createApprovalScene({ receipts }), createApprovalScene({ receipts })]
    expect((await elsewhere(receipt, 'allow_once', one)).outcome.status).toBe('ok')
    expect((await elsewhere(receipt, 'allow_once', two)).outcome).toMatchObject({
      status: 'denied',
      code: 'approval_void',
    })
    expect(two.ran).toEqual([])
  })

  test('can be tried again once the ledger, which was away, is back', async () => {
    const { receipt } = await suspend()
    const claim = vi
      .fn(() => true)
      .mockImplementationOnce(() => {
        throw new Error('The database is away.')
      })
    const scene = createApprovalScene({ receipts: { claim } })
    const run = openDetachedRun(scene.options)
    const decision = { requestId: receipt.request.id, answer: 'allow_once' } as const
    await expect(run.resume(receipt, decision)).rejects.toThrow('The database is away.')
    expect(scene.ran).toEqual([])
    expect(await run.resume(receipt, decision)).toMatchObject({ status: 'ok' })
  })

  test('with a no, an abort, or too late ends the call without running it', async () => {
    const { receipt } = await suspend()
    expect((await elsewhere(receipt, 'deny')).outcome).toMatchObject({ status: 'denied', code: 'denied_by_user' })
    expect((await elsewhere(receipt, 'abort')).outcome).toMatchObject({ status: 'cancelled', code: 'aborted' })
    const late = createApprovalScene()
    await late.clock.advance(1_800_000)
    expect((await elsewhere(receipt, 'allow_once', late)).outcome).toMatchObject({ code: 'approval_timeout' })
    expect(late.recorder.types()).toEqual(['permission.failed', 'tool.denied'])
  })

  test.each<[string, (receipt: PendingReceipt) => PendingReceipt]>([
    ['arguments', (receipt) => ({ ...receipt, call: { ...receipt.call, arguments: { path: 'b.txt' } } })],
    ['tool', (receipt) => ({ ...receipt, call: { ...receipt.call, name: 'demo.delete' } })],
  ])('with other %s than were approved is void', async (_what, change) => {
    const { receipt } = await suspend()
    const { outcome, ran } = await elsewhere(change(receipt))
    expect(outcome).toMatchObject({ status: 'denied', code: 'approval_void' })
    expect(ran).toEqual([])
  })

  const ada = { ...testPrincipal, user: 'ada', agent: 'a', channel: 'telegram', chat: '1' }

  test.each<[string, Partial<Principal>, string]>([
    ['user', { user: 'bob' }, 'asked for the user "ada", but redeemed for the user "bob"'],
    ['agent', { agent: 'b' }, 'asked for the agent "a", but redeemed for the agent "b"'],
    ['role', { role: 'sub' }, 'role "main", but redeemed for the role "sub"'],
    ['chat', { chat: '2' }, 'chat "1", but redeemed for the chat "2"'],
    ['parent', { parents: [{ run: 'r9', agent: 'z' }] }, 'parents [], but redeemed for the parents ["z"]'],
  ])('for another %s than asked is void, and leaves the receipt to whoever did', async (_what, other, why) => {
    const { receipt } = await suspend(write, { principal: ada })
    const stranger = createApprovalScene({ principal: { ...ada, ...other } })
    const { outcome } = await elsewhere(receipt, 'allow_once', stranger)
    expect(outcome).toMatchObject({ status: 'denied', code: 'approval_void', message: expect.stringContaining(why) })
    expect(stranger.ran).toEqual([])
    expect((await elsewhere(receipt, 'allow_once', createApprovalScene({ principal: ada }))).outcome.status).toBe('ok')
  })

  test('of one session by another agent of it neither learns nor uses up the outcome', async () => {
    const { receipt, options, run, ran } = await suspend(write, { principal: ada })
    const other = openDetachedRun({ ...options, principal: { ...ada, agent: 'b' } })
    const decision = { requestId: receipt.request.id, answer: 'allow_once' } as const
    expect(await other.resume(receipt, decision)).toMatchObject({ code: 'approval_void' })
    expect(await run.resume(receipt, decision)).toMatchObject({ status: 'ok' })
    expect(await other.resume(receipt, decision)).toMatchObject({ code: 'approval_void' })
    expect(ran).toEqual(['write a.txt'])
  })

  test('in another session of the same user and agent goes on', async () => {
    const { receipt } = await suspend(write, { principal: ada })
    const later = createApprovalScene({ principal: { ...ada, session: 'another', run: 'r7' } })
    expect((await elsewhere(receipt, 'allow_once', later)).outcome.status).toBe('ok')
  })

  test('under another policy, or with another script, is void', async () => {
    const { receipt } = await suspend()
    const frozen = createApprovalScene({ authority: denying })
    expect((await elsewhere(receipt, 'allow_once', frozen)).outcome).toMatchObject({
      code: 'approval_void',
      message: expect.stringContaining('freeze'),
    })
    const script = await suspend({ name: 'demo.run', arguments: { command: 'python3 build.py' } })
    const changed = createApprovalScene()
    changed.machine.contents.set('/workspace/build.py', Buffer.from('import os'))
    expect((await elsewhere(script.receipt, 'allow_once', changed)).outcome).toMatchObject({ code: 'approval_void' })
  })

  test.each([
    ['one more rule asks', ['first'], ['first', 'second'], 'approval_void'],
    ['another rule asks', ['first'], ['second'], 'approval_void'],
    ['the same rules ask, in another order', ['first', 'second'], ['second', 'first'], undefined],
    ['one of them asks no longer', ['first', 'second'], ['second'], undefined],
  ])('where %s, an approval counts for what was asked alone', async (_what, before, now, code) => {
    const { receipt } = await suspend(write, { authority: asking(before) })
    expect(receipt.request.asked?.map(({ rule }) => rule)).toEqual(before)
    const later = createApprovalScene({ authority: asking(now) })
    const { outcome, ran } = await elsewhere(receipt, 'allow_once', later)
    expect(outcome).toMatchObject(
      code === undefined ? { status: 'ok' } : { code, message: expect.stringContaining('second') },
    )
    expect(ran).toHaveLength(code === undefined ? 1 : 0)
  })

  test('where a hook asks now, is void', async () => {
    const { receipt } = await suspend()
    const hooked = createApprovalScene({
      hooks: { preToolUse: [{ name: 'careful', run: () => ({ verdict: 'ask', reason: 'Look twice.' }) }] },
    })
    expect((await elsewhere(receipt, 'allow_once', hooked)).outcome).toMatchObject({
      code: 'approval_void',
      message: expect.stringContaining('Look twice.'),
    })
  })

  test('of a receipt by an earlier version compares the rule that it knows', async () => {
    const { receipt } = await suspend(write, { authority: asking(['first', 'second']) })
    const { asked: _, ...request } = receipt.request
    const redeem = (rules: readonly string[]) =>
      elsewhere({ ...receipt, request }, 'allow_once', createApprovalScene({ authority: asking(rules) }))
    expect((await redeem(['first', 'third'])).outcome.status).toBe('ok')
    expect((await redeem(['second'])).outcome).toMatchObject({ code: 'approval_void' })
  })

  test('in two sessions of one process that share no ledger runs the call once', async () => {
    const { receipt } = await suspend()
    const withoutLedger = () => {
      const { options, ...scene } = createApprovalScene()
      const { receipts: _, ...rest } = options
      return { ...scene, options: rest }
    }
    const [one, two] = [withoutLedger(), withoutLedger()]
    expect((await elsewhere(receipt, 'allow_once', one)).outcome.status).toBe('ok')
    expect((await elsewhere(receipt, 'allow_once', two)).outcome).toMatchObject({ code: 'approval_void' })
    expect(two.ran).toEqual([])
  })

  test('passes the hooks again', async () => {
    const { receipt } = await suspend()
    const hooked = createApprovalScene({
      hooks: { preToolUse: [{ name: 'no', run: () => ({ verdict: 'deny', reason: 'not today' }) }] },
    })
    expect((await elsewhere(receipt, 'allow_once', hooked)).outcome).toMatchObject({ code: 'denied_by_hook' })
  })

  test('for the session saves the grant where it is resumed', async () => {
    const { receipt } = await suspend()
    const scene: ApprovalScene = createApprovalScene()
    await elsewhere(receipt, 'allow_for_session', scene)
    expect(await openRun(scene.options).call(write)).toMatchObject({ status: 'ok' })
  })

  test('with an answer that was not on offer, or to another request, is a mistake of the program', async () => {
    const { receipt, run } = await suspend()
    expect(() => run.resume(receipt, { requestId: receipt.request.id, answer: 'allow_always' })).toThrow(/offers/)
    expect(() => run.resume(receipt, { requestId: 'approval_9', answer: 'allow_once' })).toThrow(/does not answer/)
  })
})

test.each([null, {}, [], { status: 'pending', version: 2 }, { status: 'pending', version: 1, request: {}, call: {} }])(
  'what is not a receipt is refused: %j',
  (value) => {
    expect(() => readReceipt(value)).toThrow(/Not a pending-approval receipt/)
  },
)
