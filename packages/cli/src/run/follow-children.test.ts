import type { LoopEvent, MessageOptions, RunReport } from '@drawbridge/core/agent'
import { noUsage } from '@drawbridge/core/model'
import { createFakeClock } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { followChildren } from './follow-children.ts'

const usage = { ...noUsage, input: 400, output: 100 }

/** A conversation whose runs take one request each, and which remembers what it was sent. */
function conversation() {
  const sent: { readonly text: string | undefined; readonly budget: MessageOptions['budget'] }[] = []
  async function* send(
    text: string | undefined,
    { budget }: MessageOptions = {},
  ): AsyncGenerator<LoopEvent, RunReport> {
    sent.push({ text, budget })
    yield { type: 'text.streamed', text: 'answer' }
    const counts = { turns: 1, calls: 2, denied: 0, cost: 0.25, durationMs: 0 }
    return { run: `run_${sent.length}`, reason: 'completed', text: `answer ${sent.length}`, usage, ...counts }
  }
  return { sent, send }
}

async function reportOf(run: AsyncGenerator<LoopEvent, RunReport>): Promise<RunReport> {
  for (;;) {
    const next = await run.next()
    if (next.done === true) return next.value
  }
}

test('a task goes on with each announcement, within one budget, and has one report', async () => {
  const { sent, send } = conversation()
  const more = [true, true, false]
  const children = { spent: async () => undefined, next: async () => more.shift() ?? false, cancel: async () => [] }
  const budget = { maxTurns: 5, maxTokens: 4_000, maxCost: 1 }
  const report = await reportOf(followChildren({ send }, 'go', { budget, children, clock: createFakeClock() }))
  expect(report).toMatchObject({ text: 'answer 3', turns: 3, calls: 6, cost: 0.75, reason: 'completed' })
  expect(sent.map(({ text }) => text)).toEqual(['go', undefined, undefined])
  expect(sent.at(-1)?.budget).toEqual({ maxTurns: 3, maxTokens: 3_000, maxCost: 0.5 })
})

test('a task whose time is over while children work cancels them and says which', async () => {
  const { send } = conversation()
  const clock = createFakeClock()
  const children = {
    spent: async () => undefined,
    next: async (signal: AbortSignal) => {
      clock.advance(2_000)
      return !signal.aborted
    },
    cancel: async () => ['slow'],
  }
  const report = await reportOf(followChildren({ send }, 'go', { budget: { maxDurationMs: 1_000 }, children, clock }))
  expect(report).toMatchObject({ reason: 'budget', message: expect.stringContaining('Cancelled: "slow".') })
})

test('a task whose requests are used up does not ask the model about an announcement', async () => {
  const { sent, send } = conversation()
  const children = { spent: async () => undefined, next: async () => true, cancel: async () => [] }
  const report = await reportOf(
    followChildren({ send }, 'go', { budget: { maxTurns: 1 }, children, clock: createFakeClock() }),
  )
  expect(report.reason).toBe('budget')
  expect(sent).toHaveLength(1)
})

test('what children use counts within the budget of the task, and what they used before it does not', async () => {
  const { sent, send } = conversation()
  const spent = [
    { count: 1, tokens: 9_000, cost: 7 },
    { count: 2, tokens: 9_600, cost: 7.25 },
    { count: 2, tokens: 9_600, cost: 7.25 },
    { count: 3, tokens: 12_000, cost: 7.75 },
  ]
  const children = { spent: async () => spent.shift(), next: async () => true, cancel: async () => ['late'] }
  const budget = { maxTokens: 4_000, maxCost: 100 }
  const report = await reportOf(followChildren({ send }, 'go', { budget, children, clock: createFakeClock() }))
  expect(sent.at(1)?.budget).toEqual({ maxTokens: 2_900, maxCost: 99.5 })
  expect(report).toMatchObject({ reason: 'budget', turns: 3, message: expect.stringContaining('Cancelled: "late".') })
})
