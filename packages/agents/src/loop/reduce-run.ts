import type { RunBudget } from '@drawbridge/core/agent'
import { addUsage, type ModelUsage, noUsage } from '@drawbridge/core/model'
import type { CalledOutcome, RunInput, RunState, RunStep } from './run-state.ts'

/** The state of a run and its next step. */
export interface RunReduction {
  readonly state: RunState
  readonly step: RunStep
}

/** Calls of one unavailable tool in a row after which a run has failed. */
const mostUnavailable = 3
/** Answers in a row that were cut, or empty, after which a run has failed. */
const mostCut = 2
const mostEmpty = 2
/** Compactions without effect after which a run ends. */
const mostFruitless = 3
/** The most that a compaction may leave of the prompt to count as one. */
const worthwhile = 0.95

/** Begins a run. Its first step is to measure the first request. */
export function beginRun(budget: RunBudget, startedAt: number): RunReduction {
  const state: RunState = {
    budget,
    startedAt,
    turns: 0,
    calls: 0,
    denied: 0,
    usage: noUsage,
    cost: undefined,
    cut: 0,
    empty: 0,
    unavailable: undefined,
    fruitless: 0,
    declined: false,
    text: '',
  }
  return { state, step: { do: 'measure' } }
}

/** Decides what a run does next. */
export function reduceRun(state: RunState, input: RunInput): RunReduction {
  switch (input.type) {
    case 'measured':
      return { state, step: afterMeasure(state, input) }
    case 'answered':
      return afterAnswer(state, input)
    case 'failed':
      return { state, step: afterFailure(input) }
    case 'called':
      return afterCalls(state, input.outcomes)
    case 'compacted':
      return afterCompaction(state, input)
    case 'declined':
      return afterDecline(state, input)
    case 'stopped':
      return { state, step: { do: 'end', reason: input.reason, message: input.message } }
  }
}

function afterMeasure(state: RunState, input: Extract<RunInput, { type: 'measured' }>): RunStep {
  const { budget, turns } = state
  const { tokens, fixedTokens, limits, now, hasTools } = input
  const spent = budgetSpent(state, now)
  if (spent !== undefined) return { do: 'end', reason: 'budget', message: spent }
  if (turns >= budget.maxTurns)
    return { do: 'end', reason: 'max_turns', message: `The limit of ${budget.maxTurns} turns is reached.` }
  if (fixedTokens >= limits.hardLimit) {
    return {
      do: 'end',
      reason: 'context_exhausted',
      message: `Instructions and tools alone have about ${fixedTokens} tokens, and the window of the model has ${limits.window}. Use a model with a larger window, or offer fewer tools.`,
    }
  }
  const tooLong = tokens >= limits.hardLimit
  if (tooLong || (tokens >= limits.compactAt && state.fruitless === 0 && !state.declined)) return { do: 'compact' }
  return { do: 'ask', toolChoice: hasTools && turns > 0 && turns === budget.maxTurns - 1 ? 'none' : 'auto' }
}

function budgetSpent({ budget, usage, cost, startedAt }: RunState, now: number): string | undefined {
  const { maxTokens, maxCost, maxDurationMs } = budget
  const tokens = tokensOf(usage)
  if (maxTokens !== undefined && tokens >= maxTokens)
    return `The run used ${tokens} tokens, and its budget is ${maxTokens}.`
  if (maxCost !== undefined && cost !== undefined && cost >= maxCost)
    return `The run cost $${cost.toFixed(4)}, and its budget is $${maxCost}.`
  if (maxDurationMs !== undefined && now - startedAt >= maxDurationMs)
    return `The run took longer than its budget of ${maxDurationMs} ms.`
  return undefined
}

/** Returns the tokens of a usage, of whatever kind. */
function tokensOf({ input, cacheRead, cacheWrite, cacheWriteHour, output, reasoning }: ModelUsage): number {
  return input + cacheRead + cacheWrite + cacheWriteHour + output + reasoning
}

function afterAnswer(before: RunState, input: Extract<RunInput, { type: 'answered' }>): RunReduction {
  const { stop, text, calls, cutCalls, maxOutput, waiting, forced } = input
  const counted = addSpending({ ...before, turns: before.turns + 1 }, input)
  if (stop === 'refused')
    return end({ ...counted, text }, 'refused', "The model's provider refused to answer. Ask in other words.")
  if (stop === 'context_window') return { state: counted, step: { do: 'compact' } }
  if (stop === 'length' || cutCalls > 0) {
    const state = { ...counted, cut: counted.cut + 1, text }
    if (state.cut >= mostCut)
      return end(
        state,
        'failed',
        `Two answers in a row were cut off at ${maxOutput} tokens, so nothing of them could run.`,
      )
    const advice = `Your answer was cut off: it may have at most ${maxOutput} tokens. None of its calls ran. Do less in one answer; write long files in parts.`
    return { state, step: { do: 'tell', text: advice } }
  }
  const state = { ...counted, cut: 0, empty: calls === 0 && text.trim() === '' ? counted.empty + 1 : 0 }
  if (calls > 0) return { state: text === '' ? state : { ...state, text }, step: { do: 'call' } }
  if (input.orders !== undefined) return { state, step: { do: 'tell', text: input.orders } }
  if (stop === 'paused') return { state: { ...state, empty: 0 }, step: { do: 'measure' } }
  if (state.empty >= mostEmpty) return end(state, 'failed', 'The model gave an empty answer twice in a row.')
  if (state.empty > 0 || waiting > 0)
    return { state: text === '' ? state : { ...state, text }, step: { do: 'measure' } }
  if (forced) return end({ ...state, text }, 'max_turns', `The limit of ${state.budget.maxTurns} turns is reached.`)
  return { state: { ...state, text }, step: { do: 'end', reason: 'completed' } }
}

function afterFailure({ code, message }: Extract<RunInput, { type: 'failed' }>): RunStep {
  switch (code) {
    case 'context_overflow':
      return { do: 'compact' }
    case 'refused':
      return { do: 'end', reason: 'refused', message }
    case 'aborted':
      return { do: 'end', reason: 'aborted', message }
    default:
      return { do: 'end', reason: 'failed', message }
  }
}

function afterCalls(before: RunState, outcomes: readonly CalledOutcome[]): RunReduction {
  const unavailable = outcomes.reduce(countUnavailable, before.unavailable)
  const state = {
    ...before,
    calls: before.calls + outcomes.length,
    denied: before.denied + outcomes.filter(({ status }) => status === 'denied').length,
    unavailable,
  }
  if (unavailable === undefined || unavailable.times < mostUnavailable) return { state, step: { do: 'measure' } }
  return end(
    state,
    'failed',
    `The model called "${unavailable.tool}" ${unavailable.times} times in a row, and it is not available.`,
  )
}

function countUnavailable(before: RunState['unavailable'], { tool, code }: CalledOutcome): RunState['unavailable'] {
  if (code !== 'unknown_tool' && code !== 'tool_not_available') return undefined
  return { tool, times: before?.tool === tool ? before.times + 1 : 1 }
}

/** Goes on while the prompt fits. A second refusal ends the run, since it is asked only if the provider finds the prompt too long. */
function afterDecline(state: RunState, { tokens, isNeeded }: Extract<RunInput, { type: 'declined' }>): RunReduction {
  if (!isNeeded && !state.declined) return { state: { ...state, declined: true }, step: { do: 'measure' } }
  return end(
    state,
    'context_exhausted',
    `The conversation has about ${tokens} tokens, which is too long for the model, and you did not want earlier parts to be replaced. Allow it with the next message, or start a new session.`,
  )
}

function afterCompaction(before: RunState, input: Extract<RunInput, { type: 'compacted' }>): RunReduction {
  const counted = addSpending(before, input)
  // A little less would be asked for again and again.
  if (input.after <= input.before * worthwhile) return { state: { ...counted, fruitless: 0 }, step: { do: 'measure' } }
  const state = { ...counted, fruitless: counted.fruitless + 1 }
  if (state.fruitless < mostFruitless) return { state, step: { do: 'measure' } }
  return end(
    state,
    'context_exhausted',
    `The conversation has about ${input.before} tokens and could not be made smaller. Start a new session, or use a model with a larger window.`,
  )
}

function addSpending(
  state: RunState,
  { usage, cost }: { readonly usage: ModelUsage; readonly cost: number | undefined },
): RunState {
  return {
    ...state,
    usage: addUsage(state.usage, usage),
    cost: cost === undefined ? state.cost : (state.cost ?? 0) + cost,
  }
}

function end(state: RunState, reason: Extract<RunStep, { do: 'end' }>['reason'], message: string): RunReduction {
  return { state, step: { do: 'end', reason, message } }
}
