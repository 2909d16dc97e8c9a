import { expect, test } from 'vitest'
import { createApprovalScene } from '../approval/__fixtures__/approval-scene.ts'
import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import type { Authority } from '../policy/authority.ts'
import { builtInAuthority } from '../policy/built-in-policy.ts'
import { openDetachedRun } from '../run/open-detached-run.ts'
import { openRun } from '../run/open-run.ts'
import type { RunOptions } from '../run/run-options.ts'
import type { DetachedTurnOutput } from './run-turn.ts'

const write = (path: string) => ({ id: `write ${path}`, name: 'demo.write', arguments: { path } })
const fetchPage = { id: 'fetch', name: 'demo.fetch', arguments: { url: 'https://example.com' } }

/** Fetching is free, and so is writing to a file that says so. */
const authority: Authority = {
  ...builtInAuthority,
  decide: (facts) =>
    facts.tool === 'demo.fetch' ||
    facts.targets.some((target) => target.kind === 'path' && target.declared.startsWith('free'))
      ? { verdict: 'allow', rule: 'free', source: 'test', reason: 'It is free.', steps: [] }
      : builtInAuthority.decide(facts),
}

function open(options: Partial<RunOptions> = {}) {
  const scene = createApprovalScene({ authority, ...options })
  return { ...scene, run: openDetachedRun(scene.options) }
}

/** Returns what became of each call, by its place. */
async function ends(turn: AsyncIterable<DetachedTurnOutput>): Promise<readonly string[]> {
  const ended: string[] = []
  for await (const output of turn) {
    if (output.type === 'outcome') ended[output.index] = output.outcome.status === 'ok' ? 'ok' : output.outcome.code
    if (output.type === 'pending') ended[output.index] = 'pending'
  }
  return ended
}

test('a turn without questions goes as in a run that waits', async () => {
  const { run, ran } = open()
  expect(await ends(run.runTurn([fetchPage, write('free.txt'), fetchPage]))).toEqual(['ok', 'ok', 'ok'])
  expect(ran).toEqual(['fetch https://example.com', 'write free.txt', 'fetch https://example.com'])
})

test('every write of a turn that needs approval comes out as a receipt, so that a person sees them together', async () => {
  const { run, ran } = open()
  expect(await ends(run.runTurn([write('a.txt'), write('b.txt')]))).toEqual(['pending', 'pending'])
  expect(ran).toEqual([])
})

test('behind a write that waits for approval nothing starts, before it everything does', async () => {
  const { run, ran } = open()
  const calls = [fetchPage, write('a.txt'), fetchPage, write('free.txt'), write('b.txt')]
  const unstarted = 'not_started_after_failed_write'
  expect(await ends(run.runTurn(calls))).toEqual(['ok', 'pending', unstarted, unstarted, 'pending'])
  expect(ran).toEqual(['fetch https://example.com'])
})

test('a read that waits for approval holds nothing back', async () => {
  const asksAboutReads: Authority = {
    ...builtInAuthority,
    decide: (facts) => authority.decide({ ...facts, tool: facts.tool === 'demo.fetch' ? 'demo.other' : facts.tool }),
  }
  const { run, ran } = open({ authority: asksAboutReads })
  expect(await ends(run.runTurn([fetchPage, write('free.txt')]))).toEqual(['pending', 'ok'])
  expect(ran).toEqual(['write free.txt'])
})

test('the later part of a turn starts nothing either, and asks what needs to be asked', async () => {
  const { run, ran } = open()
  const turn = run.runTurn([fetchPage, write('a.txt')], { isHeld: true })
  expect(await ends(turn)).toEqual(['not_started_after_failed_write', 'pending'])
  expect(ran).toEqual([])
})

test('the receipts of a turn are redeemed one by one', async () => {
  const { run, ran } = open()
  const outcomes = []
  for await (const output of run.runTurn([write('a.txt'), write('b.txt')])) {
    if (output.type !== 'pending') continue
    const { id } = output.receipt.request
    outcomes.push(
      await run.resume(output.receipt, { requestId: id, answer: output.index === 0 ? 'allow_once' : 'deny' }),
    )
  }
  expect(outcomes).toMatchObject([{ status: 'ok' }, { code: 'denied_by_user' }])
  expect(ran).toEqual(['write a.txt'])
})

test('the places that waiting calls held are given back', async () => {
  let held = 0
  const release = () => {
    held -= 1
  }
  const acquire = () => {
    held += 1
    return { status: 'granted' as const, release }
  }
  const { run } = open({ limiter: { acquire } })
  await ends(run.runTurn([write('a.txt'), fetchPage, write('free.txt')]))
  expect(held).toBe(0)
})

test.each(['attached', 'detached'])(
  'a call of an %s turn hears its own events, and its own signal ends it alone',
  async (kind) => {
    const scene = createApprovalScene({ authority })
    const heard: DrawbridgeEvent[][] = [[], []]
    const calls = [fetchPage, { ...fetchPage, id: 'second' }]
    const optionsOf = (index: number) => ({
      onEvent: (event: DrawbridgeEvent) => void heard[index]?.push(event),
      ...(index === 0 ? { signal: AbortSignal.abort() } : {}),
    })
    const turn =
      kind === 'attached'
        ? openRun(scene.options).runTurn(calls, {}, optionsOf)
        : openDetachedRun(scene.options).runTurn(calls, { optionsOf })
    expect(await ends(turn)).toEqual(['aborted', 'ok'])
    const ids = heard.map((events) => [
      ...new Set(events.map((event) => ('toolCallId' in event ? event.toolCallId : ''))),
    ])
    expect(ids).toEqual([['fetch'], ['second']])
  },
)

test('a receipt is redeemed, and a call made, with options of its own', async () => {
  const { run } = open()
  const types: string[] = []
  const onEvent = ({ type }: DrawbridgeEvent) => void types.push(type)
  const receipt = await run.call(write('a.txt'), { onEvent })
  expect(types).toContain('permission.requested')
  if (receipt.status !== 'pending') throw new Error('expected a receipt')
  const decision = { requestId: receipt.request.id, answer: 'allow_once' } as const
  expect(await run.resume(receipt, decision, 'ada', { signal: AbortSignal.abort() })).toMatchObject({ code: 'aborted' })
  expect(() => run.call(write('a.txt'), { wrong: true } as never)).toThrow(/"wrong"/)
})
