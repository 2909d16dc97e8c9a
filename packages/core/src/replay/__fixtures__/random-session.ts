import fc from 'fast-check'
import type { ApprovalAnswer } from '../../approval/approval-request.ts'
import type { PendingReceipt } from '../../approval/pending-receipt.ts'
import { approveWith } from '../../approval/approve-with.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Hooks } from '../../hook/hook.ts'
import { createLimiter } from '../../limit/create-limiter.ts'
import type { Authority } from '../../policy/authority.ts'
import { builtInAuthority } from '../../policy/built-in-policy.ts'
import { type DetachedRun, openDetachedRun } from '../../run/open-detached-run.ts'
import { openRun, type Run } from '../../run/open-run.ts'
import type { RunOptions } from '../../run/run-options.ts'
import { createFakeIds } from '../../testing/index.ts'
import { createMemoryLedger } from '../../approval/receipt-ledger.ts'
import { createSessionState } from '../../tool/session-state.ts'

const given = fc.record(
  {
    path: fc.constantFrom('a.txt', 'b.txt', 'forbidden'),
    say: fc.constantFrom('', 'x', 'yes', 'no', 'quiet', 'session', 'stop', 'veto', 'ask', 'password=hunter2hunter2', 'é'.repeat(40)),
    does: fc.constantFrom('return', 'fail', 'break', 'wait', 'hang', 'data', 'command'),
    times: fc.constantFrom<unknown>(1, 2, '3', null, 1_500),
    extra: fc.constant(1),
  },
  { requiredKeys: [] },
)
const name = fc.constantFrom('demo.read', 'demo__read', 'demo.write', 'demo__write', 'demo.plain', 'demo.none')
const id = fc.constantFrom<string | undefined>(undefined, '', 'a', 'b', 'c', 'd')

/** A call in any of the shapes in which one may come. */
const raw = fc.oneof(
  { weight: 12, arbitrary: fc.record({ id, name, arguments: given }) },
  fc.record({ name, params: given }),
  fc.record({ name, arguments: given.map((value) => JSON.stringify(value)) }),
  fc.record({ name, arguments: given }).map((value) => JSON.stringify(value)),
  fc.record({ name }).map((call) => JSON.parse(`{"name":"${call.name}","arguments":{"__proto__":{"x":1},"say":"x"}}`) as unknown),
  fc.constantFrom<unknown>('garbage', 7, { arguments: {} }, '{"name":"demo.read","argu'),
)

const step = fc.oneof(
  fc.record({ kind: fc.constant('turn' as const), calls: fc.array(raw, { minLength: 1, maxLength: 5 }), parallelWrites: fc.constantFrom(1, 1, 3) }),
  fc.record({ kind: fc.constant('call' as const), call: raw, cancelAfterMs: fc.constantFrom(undefined, 0, 5, 15) }),
  fc.record({ kind: fc.constant('together' as const), calls: fc.array(raw, { minLength: 2, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('left' as const), calls: fc.array(raw, { minLength: 2, maxLength: 3 }), outputs: fc.nat(4) }),
  fc.record({
    kind: fc.constant('receipts' as const),
    calls: fc.array(raw, { minLength: 1, maxLength: 4 }),
    answer: fc.constantFrom<ApprovalAnswer>('allow_once', 'deny'),
    isHeld: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('receipt' as const),
    call: raw,
    answer: fc.constantFrom<ApprovalAnswer | undefined>('allow_once', 'deny', 'abort', undefined),
    afterMs: fc.constantFrom(0, 3, 90),
    isElsewhere: fc.boolean(),
  }),
)

export const randomSession = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  abortAfterMs: fc.option(fc.constantFrom(0, 15, 40), { nil: undefined, freq: 4 }),
  hasHooks: fc.boolean(),
  hasLimits: fc.boolean(),
  hasApprover: fc.boolean(),
  /** How long the recorder takes to keep an event. */
  recordsInMs: fc.constantFrom(undefined, 0, 4),
})

export type RandomSession = typeof randomSession extends fc.Arbitrary<infer Value> ? Value : never

/** What the session's run is made of beside its tools. */
export function optionsOf({ hasHooks, hasLimits, hasApprover }: RandomSession, clock: Clock): Partial<RunOptions> {
  return {
    authority,
    approvers: hasApprover ? [personBy(clock)] : [],
    ...(hasHooks ? { hooks: hooksBy(clock) } : {}),
    ...(hasLimits ? { limiter: createLimiter({ clock, settings: { calls: { burst: 4, perSecond: 1 } } }) } : {}),
    clock,
    ids: createFakeIds(),
    settings: { approvalTimeoutMs: 60, receiptTimeoutMs: 80, abortGraceMs: 20, resultLimit: { bytes: 600, lines: 50 } },
  }
}

/** Lets it all happen. */
export async function playSession({ steps, abortAfterMs }: RandomSession, options: RunOptions): Promise<void> {
  const run = openRun(options)
  const waiting = openDetachedRun({ ...options, principal: { ...options.principal, run: 'waiting' } })
  const elsewhere = openDetachedRun({
    ...options,
    principal: { ...options.principal, run: 'elsewhere' },
    session: createSessionState(),
    receipts: createMemoryLedger(),
  })
  const clock = options.clock
  if (abortAfterMs !== undefined) clock?.after(abortAfterMs, () => run.abort('enough'))
  for (const each of steps) {
    if (each.kind === 'receipts') await redeemAll(each, waiting)
    else if (each.kind !== 'receipt') await play(each, run, clock)
    else await redeem(each, waiting, each.isElsewhere ? elsewhere : waiting, clock)
  }
}

type Step = RandomSession['steps'][number]

async function redeem(
  { call, answer, afterMs }: Extract<Step, { kind: 'receipt' }>,
  run: DetachedRun,
  later: DetachedRun,
  clock: Clock | undefined,
): Promise<void> {
  const receipt = await run.call(call)
  if (receipt.status !== 'pending' || answer === undefined) return
  await new Promise<void>((resolve) => clock?.after(afterMs, resolve))
  await later.resume(receipt, { requestId: receipt.request.id, answer }, 'somebody')
}

async function redeemAll({ calls, answer, isHeld }: Extract<Step, { kind: 'receipts' }>, run: DetachedRun): Promise<void> {
  const receipts: PendingReceipt[] = []
  for await (const output of run.runTurn(calls, { isHeld })) if (output.type === 'pending') receipts.push(output.receipt)
  for (const receipt of receipts) await run.resume(receipt, { requestId: receipt.request.id, answer })
}

async function play(each: Exclude<Step, { kind: 'receipt' | 'receipts' }>, run: Run, clock: Clock | undefined): Promise<void> {
  switch (each.kind) {
    case 'turn':
      for await (const _ of run.runTurn(each.calls, { parallelWrites: each.parallelWrites })) continue
      return
    case 'left': {
      let outputs = 0
      for await (const _ of run.runTurn(each.calls)) {
        outputs += 1
        if (outputs > each.outputs) break
      }
      return
    }
    case 'together':
      await Promise.all(each.calls.map((call) => run.call(call)))
      return
    case 'call': {
      const cancelling = new AbortController()
      if (each.cancelAfterMs !== undefined) clock?.after(each.cancelAfterMs, () => cancelling.abort())
      await run.call(each.call, { signal: cancelling.signal })
    }
  }
}

export const authority: Authority = {
  decide: (facts) => {
    const isForbidden = facts.targets.some((target) => target.kind === 'path' && target.declared === 'forbidden')
    if (!isForbidden) return builtInAuthority.decide(facts)
    return { verdict: 'deny', rule: 'forbidden', source: 'test', reason: 'It is forbidden.', steps: [] }
  },
}

const answers: Readonly<Record<string, ApprovalAnswer>> = {
  no: 'deny',
  session: 'allow_for_session',
  stop: 'abort',
}

function personBy(clock: Clock) {
  const answer = async (say: string) => {
    await new Promise<void>((resolve) => clock.after(7, resolve))
    return say === 'quiet' ? undefined : { answer: answers[say] ?? 'allow_once', reason: `since it says ${say}` }
  }
  return approveWith('person', ({ input }) => answer((input as { say: string }).say), { human: true })
}

function hooksBy(clock: Clock): Partial<Hooks> {
  const says = (input: unknown) => (input as { say?: string }).say
  return {
    preToolUse: [
      {
        name: 'gate',
        run: async ({ input }) => {
          await new Promise<void>((resolve) => clock.after(3, resolve))
          if (says(input) === 'veto') return { verdict: 'deny', reason: 'vetoed' }
          return says(input) === 'ask' ? { verdict: 'ask', reason: 'look at it' } : { verdict: 'allow' }
        },
      },
      {
        name: 'fixer',
        trusted: true,
        run: ({ input }) =>
          says(input) === 'x' ? { verdict: 'rewrite', input: { say: 'rewritten' } } : { verdict: 'allow' },
      },
    ],
    permissionRequest: [
      { name: 'night', run: ({ input }) => (says(input) === 'no' ? { verdict: 'deny', reason: 'night' } : { verdict: 'allow' }) },
    ],
    postToolUse: [
      { name: 'lint', run: ({ input }) => (says(input) === 'yes' ? 'looks fine' : undefined) },
      {
        name: 'sulky',
        run: ({ input }) => {
          if (says(input) === 'session') throw new Error('not today')
          return undefined
        },
      },
    ],
  }
}
