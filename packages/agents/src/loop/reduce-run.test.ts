import { noUsage } from '@drawbridge/core/model'
import { describe, expect, test } from 'vitest'
import { beginRun, reduceRun } from './reduce-run.ts'
import type { RunInput, RunState, RunStep } from './run-state.ts'

const limits = { window: 10_000, compactAt: 8_000, hardLimit: 9_500 }
const measured: RunInput = { type: 'measured', now: 0, tokens: 100, fixedTokens: 50, limits, hasTools: true }
const answered = {
  type: 'answered',
  stop: 'stop',
  text: 'done',
  calls: 0,
  cutCalls: 0,
  maxOutput: 1_000,
  usage: noUsage,
  cost: undefined,
  forced: false,
  waiting: 0,
} as const satisfies RunInput
const called = (code?: 'unknown_tool' | 'command_failed', tool = 'x'): RunInput => ({
  type: 'called',
  outcomes: [code === undefined ? { tool, status: 'ok' } : { tool, status: 'failed', code }],
})

function play(
  inputs: readonly RunInput[],
  budget = {},
): { readonly state: RunState; readonly steps: readonly RunStep[] } {
  let { state, step } = beginRun({ maxTurns: 5, ...budget }, 0)
  const steps = [step]
  for (const input of inputs) {
    ;({ state, step } = reduceRun(state, input))
    steps.push(step)
  }
  return { state, steps }
}
const lastStep = (inputs: readonly RunInput[], budget = {}) => play(inputs, budget).steps.at(-1)

describe('a run', () => {
  test('ends on text, unless somebody has said something meanwhile', () => {
    expect(lastStep([measured, answered])).toEqual({ do: 'end', reason: 'completed' })
    expect(lastStep([measured, { ...answered, waiting: 1 }])).toEqual({ do: 'measure' })
  })

  test('may not call tools on its last turn, and says that the limit ended it', () => {
    const turn: readonly RunInput[] = [measured, { ...answered, calls: 1, stop: 'calls' }, called()]
    const { steps } = play([...turn, measured], { maxTurns: 2 })
    expect(steps.at(-1)).toEqual({ do: 'ask', toolChoice: 'none' })
    expect(lastStep([...turn, measured, { ...answered, forced: true }], { maxTurns: 2 })).toMatchObject({
      do: 'end',
      reason: 'max_turns',
    })
  })

  test('fails if it calls the same unavailable tool three times in a row, and not if others come between', () => {
    expect(lastStep([called('unknown_tool'), called('unknown_tool'), called('unknown_tool')])).toMatchObject({
      do: 'end',
      reason: 'failed',
    })
    expect(lastStep([called('unknown_tool'), called('unknown_tool'), called(), called('unknown_tool')])).toEqual({
      do: 'measure',
    })
  })

  test('tells the model once that its answer was cut, and fails the second time', () => {
    const cut: RunInput = { ...answered, stop: 'length', calls: 2 }
    expect(lastStep([cut])).toMatchObject({ do: 'tell', text: expect.stringContaining('1000 tokens') })
    expect(lastStep([cut, measured, cut])).toMatchObject({ do: 'end', reason: 'failed' })
    expect(lastStep([cut, measured, { ...answered, calls: 1 }, called(), measured, cut])).toMatchObject({ do: 'tell' })
  })

  test('never runs a call whose answer stopped as usual but did not arrive whole', () => {
    expect(lastStep([{ ...answered, stop: 'calls', calls: 1, cutCalls: 1 }])).toMatchObject({ do: 'tell' })
  })

  test.each([
    ['tokens', { maxTokens: 100 }, { ...answered, calls: 1, usage: { ...noUsage, input: 60, output: 50 } }],
    ['cost', { maxCost: 0.5 }, { ...answered, calls: 1, cost: 0.6 }],
    ['time', { maxDurationMs: 10 }, { ...answered, calls: 1 }],
  ] as const)('ends before the next request once its budget of %s is spent', (_, budget, answer) => {
    const later = { ...measured, now: 20 }
    expect(lastStep([measured, answer, called(), later], budget)).toMatchObject({ do: 'end', reason: 'budget' })
  })

  test('says which part is how large if the fixed part does not fit into the window', () => {
    expect(lastStep([{ ...measured, fixedTokens: 9_600, tokens: 9_700 }])).toMatchObject({
      do: 'end',
      reason: 'context_exhausted',
      message: expect.stringMatching(/9600 tokens.*10000/),
    })
  })

  test('compacts a long prompt, and gives up after three compactions without effect', () => {
    const long: RunInput = { ...measured, tokens: 9_600 }
    const fruitless: RunInput = { type: 'compacted', before: 9_600, after: 9_600, usage: noUsage, cost: undefined }
    expect(lastStep([long])).toEqual({ do: 'compact' })
    expect(lastStep([long, fruitless, long, fruitless, long, fruitless])).toMatchObject({ reason: 'context_exhausted' })
    // Below the hard limit it goes on with what there is.
    expect(lastStep([long, fruitless, { ...measured, tokens: 8_100 }])).toMatchObject({ do: 'ask' })
  })

  test('asks the model while the prompt fits if the person wants no compaction, and ends if it does not fit', () => {
    const full: RunInput = { ...measured, tokens: 8_100 }
    const no: RunInput = { type: 'declined', tokens: 8_100, isNeeded: false }
    expect(lastStep([full, no])).toEqual({ do: 'measure' })
    expect(lastStep([full, no, full])).toMatchObject({ do: 'ask' })
    const end = { do: 'end', reason: 'context_exhausted', message: expect.stringContaining('you did not want') }
    expect(lastStep([full, no, { ...measured, tokens: 9_600 }])).toEqual({ do: 'compact' })
    expect(
      lastStep([
        { ...measured, tokens: 9_600 },
        { ...no, isNeeded: true },
      ]),
    ).toMatchObject(end)
    expect(
      lastStep([full, no, full, { type: 'failed', code: 'context_overflow', message: 'too long' }, no]),
    ).toMatchObject(end)
  })

  test('compacts and asks again if the provider finds the prompt too long', () => {
    const overflow: RunInput = { type: 'failed', code: 'context_overflow', message: 'too long' }
    expect(lastStep([measured, overflow])).toEqual({ do: 'compact' })
  })

  test('asks again after one empty answer, and fails after two', () => {
    const empty: RunInput = { ...answered, text: ' ' }
    expect(lastStep([measured, empty])).toEqual({ do: 'measure' })
    expect(lastStep([measured, empty, measured, empty])).toMatchObject({ do: 'end', reason: 'failed' })
  })
})
