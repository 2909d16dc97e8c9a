import type {
  Conversation,
  ConversationCost,
  LoopEvent,
  MessageOptions,
  RunBudget,
  RunReport,
} from '@drawbridge/core/agent'
import type { Clock } from '@drawbridge/core/base'
import { addUsage } from '@drawbridge/core/model'

/** The children of a conversation, for those who wait for them. */
export interface FollowedChildren {
  /** Resolves to true once one has announced something, and to false if none will. */
  next(signal: AbortSignal): Promise<boolean>
  /** Returns what they and theirs have used, in earlier tasks as well. */
  spent(): Promise<ConversationCost['children']>
  /** Ends those that work, and returns what they are called. */
  cancel(reason: string): Promise<readonly string[]>
}

/** The parts of a task with children. */
export interface FollowOptions extends Pick<MessageOptions, 'signal'> {
  readonly budget: Partial<RunBudget>
  readonly children: FollowedChildren | undefined
  readonly clock: Clock
}

/**
 * Sends a message and goes on as long as children announce their ends: the task has ended when the model has read all of them. The budget
 * is that of all runs together, those of its children included. Returns one report of them.
 */
export async function* followChildren(
  conversation: Pick<Conversation, 'send'>,
  task: string,
  { budget, children, clock, signal }: FollowOptions,
): AsyncGenerator<LoopEvent, RunReport> {
  const startedAt = clock.now()
  const earlier = await children?.spent()
  let report = yield* conversation.send(task, { ...(signal === undefined ? {} : { signal }) })
  while (children !== undefined) {
    if (report.reason !== 'completed') break
    const below = differenceOf(await children.spent(), earlier)
    const left = leftOf(budget, report, { ...below, ms: clock.now() - startedAt })
    const over = await untilNext(children, { left, clock, signal })
    if (over === 'no more') break
    if (over !== 'more') {
      const open = await children.cancel(`The ${over} of the task is used up.`)
      report = { ...report, reason: 'budget', message: messageOf(over, open), durationMs: clock.now() - startedAt }
      break
    }
    const following = yield* conversation.send(undefined, { budget: left, ...(signal === undefined ? {} : { signal }) })
    report = sumOf(report, following, clock.now() - startedAt)
  }
  return report
}

function messageOf(over: string, open: readonly string[]): string {
  const named = open.map((label) => JSON.stringify(label)).join(', ')
  return `The ${over} of the task was used up before all children were heard. ${open.length === 0 ? 'None worked any more.' : `Cancelled: ${named}.`}`
}

async function untilNext(
  children: FollowedChildren,
  {
    left,
    clock,
    signal,
  }: { readonly left: Partial<RunBudget>; readonly clock: Clock; readonly signal?: AbortSignal | undefined },
): Promise<'more' | 'no more' | 'time' | 'budget'> {
  const late = new AbortController()
  const { maxDurationMs } = left
  using _limit =
    maxDurationMs === undefined
      ? { [Symbol.dispose]: () => undefined }
      : clock.after(Math.max(0, maxDurationMs), () => late.abort(), 'kept-alive')
  const isMore = await children.next(AbortSignal.any([late.signal, ...(signal === undefined ? [] : [signal])]))
  if (!isMore) return late.signal.aborted ? 'time' : 'no more'
  const { maxTurns, maxTokens, maxCost } = left
  return [maxTurns, maxTokens, maxCost].some((limit) => limit !== undefined && limit <= 0) ? 'budget' : 'more'
}

function differenceOf(now: ConversationCost['children'], earlier: ConversationCost['children']) {
  return { tokens: (now?.tokens ?? 0) - (earlier?.tokens ?? 0), cost: (now?.cost ?? 0) - (earlier?.cost ?? 0) }
}

/** Returns what is left of a budget. @param also The use of children, and the time. */
function leftOf(
  budget: Partial<RunBudget>,
  { turns, usage, cost = 0 }: RunReport,
  also: { readonly tokens: number; readonly cost: number; readonly ms: number },
): Partial<RunBudget> {
  const { maxTurns, maxTokens, maxCost, maxDurationMs } = budget
  const { input, cacheRead, cacheWrite, cacheWriteHour, output, reasoning } = usage
  const tokens = input + cacheRead + cacheWrite + cacheWriteHour + output + reasoning
  return {
    ...(maxTurns === undefined ? {} : { maxTurns: maxTurns - turns }),
    ...(maxTokens === undefined ? {} : { maxTokens: maxTokens - tokens - also.tokens }),
    ...(maxCost === undefined ? {} : { maxCost: maxCost - cost - also.cost }),
    ...(maxDurationMs === undefined ? {} : { maxDurationMs: maxDurationMs - also.ms }),
  }
}

function sumOf(before: RunReport, last: RunReport, durationMs: number): RunReport {
  const cost =
    before.cost === undefined && last.cost === undefined ? {} : { cost: (before.cost ?? 0) + (last.cost ?? 0) }
  return {
    ...last,
    ...cost,
    text: last.text === '' ? before.text : last.text,
    turns: before.turns + last.turns,
    calls: before.calls + last.calls,
    denied: before.denied + last.denied,
    usage: addUsage(before.usage, last.usage),
    durationMs,
  }
}
