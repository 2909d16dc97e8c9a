import { errorMessage } from '@drawbridge/core'
import type { AgentRunner, Child, ChildReview, Conversation, LoopEvent, RunReport } from '@drawbridge/core/agent'
import { type Clock, defined } from '@drawbridge/core/base'
import { compileCeiling } from '@drawbridge/core/policy'
import { type ChildEnd, type ChildRecord, endedWithoutWork } from '../record/child-record.ts'

/** The time that an ended run gets to settle before the child goes on with other orders, in milliseconds. */
const settleMs = 500

/** The parts of one run of a child. */
export interface ChildRunParts {
  readonly child: ChildRecord
  readonly runner: AgentRunner
  readonly clock: Clock
  /** The folder that it works in. */
  readonly workspace: string
  /** Told to it behind its task. */
  readonly remark: string | undefined
  /** The model where neither task nor definition names one. */
  readonly model: string | undefined
  /** Judges its words before they become its end. */
  readonly review?: ChildReview | undefined
  /** Aborted with the reason as its message. */
  readonly signal: AbortSignal
  /** Returns orders that replace the present ones, once. */
  takeSteering(): string | undefined
  /** Resolves to true once a child of this one has announced something, and to false if none will. */
  nextAnnouncement(): Promise<boolean>
  /** Called with the conversation, while it is open. */
  onOpen(conversation: Conversation): void
  tell(event: LoopEvent): void
}

/** Runs a child from its task to its end. Never rejects: a failure is an end. */
export async function runChild(parts: ChildRunParts): Promise<ChildEnd> {
  const { signal } = parts
  if (signal.aborted) return cancelled(signal)
  let conversation: Conversation
  try {
    conversation = await openConversation(parts)
  } catch (error) {
    return { ...endedWithoutWork, state: 'rejected', message: errorMessage(error) }
  }
  const spent: Spent = { turns: 0, calls: 0, tokens: 0, cost: undefined, since: parts.clock.now() }
  try {
    parts.onOpen(conversation)
    const report = await work(conversation, parts, spent)
    return endOf(report, parts, spent)
  } catch (error) {
    return { ...endedWithoutWork, ...spentOf(spent), state: 'failed', message: errorMessage(error) }
  } finally {
    await conversation[Symbol.asyncDispose]()
  }
}

interface Spent {
  /** The time when it began to work. */
  readonly since: number
  turns: number
  calls: number
  tokens: number
  cost: number | undefined
}

function openConversation({ child, runner, workspace, model }: ChildRunParts): Promise<Conversation> {
  const { id, role, parents, agent, user, label, depth, options, turns, parent } = child
  const { timeoutMs, iterations, fork, channel, deniedTools = [] } = options
  const goesOn = turns > 0
  return runner.open({
    ...(goesOn ? { resume: id } : { id }),
    ...(fork === undefined || goesOn ? {} : { fork }),
    workspace,
    follows: parent,
    ...defined({ model: options.model ?? model }),
    principal: {
      role,
      parents,
      label,
      via: startedBy[role],
      ...defined({ agent, user, channel }),
    },
    ...(deniedTools.length === 0 ? {} : { ceilings: [ceilingOf(id, deniedTools)] }),
    scope: {
      depth: { current: depth, max: options.depthLimit },
      ...defined({ childSet: options.allowedTools }),
    },
    budget: {
      maxTurns: iterations,
      ...(child.reservedTokens > 0 ? { maxTokens: child.reservedTokens } : {}),
      ...(child.reservedCost > 0 ? { maxCost: child.reservedCost } : {}),
      ...defined({ maxDurationMs: timeoutMs }),
    },
  })
}

const startedBy = { sub: 'spawn', fork: 'fork', worker: 'worker', main: 'delegation' } as const

function ceilingOf(id: string, tools: readonly string[]) {
  const reason = 'The link between the agents forbids it.'
  // biome-ignore lint/suspicious/noThenProperty: a keyword of rules
  const rules = [{ tools, reason, then: 'deny' as const }]
  // The rule names no path, so that the place does not matter.
  const place = { workspace: '/', userHome: '/' }
  return compileCeiling({ name: `the delegation ${id}`, rules }, place)
}

/** Sends the task, and goes on as long as there are other orders, messages of children, or children that work. */
async function work(conversation: Conversation, parts: ChildRunParts, spent: Spent): Promise<RunReport> {
  const { child, clock, signal, takeSteering, nextAnnouncement, review, remark } = parts
  let orders: string | undefined = remark === undefined ? child.task : `${child.task}\n\n${remark}`
  for (;;) {
    const report = await sendOnce(conversation, orders, parts, spent)
    orders = takeSteering()
    if (orders !== undefined && !signal.aborted) {
      await new Promise<void>((resolve) => clock.after(settleMs, resolve))
      continue
    }
    if (report.reason !== 'completed' || signal.aborted) return report
    const isLast = spent.turns >= child.options.iterations || isLate(parts, spent)
    if (!isLast && (await nextAnnouncement())) continue
    const verdict = await review?.({ text: report.text, isLast, signal })
    if (verdict === undefined) return report
    if ('text' in verdict) return { ...report, text: verdict.text }
    if (isLast || signal.aborted) return report
    orders = verdict.orders
  }
}

async function sendOnce(
  conversation: Conversation,
  orders: string | undefined,
  { child, clock, signal, tell }: ChildRunParts,
  spent: Spent,
): Promise<RunReport> {
  const { timeoutMs } = child.options
  const run = conversation.send(orders, {
    from: 'agent',
    signal,
    budget: {
      maxTurns: Math.max(1, child.options.iterations - spent.turns),
      ...(child.reservedTokens > 0 ? { maxTokens: Math.max(1, child.reservedTokens - spent.tokens) } : {}),
      ...(child.reservedCost > 0 ? { maxCost: Math.max(0.000_001, child.reservedCost - (spent.cost ?? 0)) } : {}),
      ...(timeoutMs === undefined ? {} : { maxDurationMs: Math.max(1, timeoutMs - (clock.now() - spent.since)) }),
    },
  })
  for (;;) {
    const next = await run.next()
    if (next.done !== true) {
      tell(next.value)
      continue
    }
    const { turns, calls, usage, cost } = next.value
    spent.turns += turns
    spent.calls += calls
    const { input, cacheRead, cacheWrite, cacheWriteHour, output, reasoning } = usage
    spent.tokens += input + cacheRead + cacheWrite + cacheWriteHour + output + reasoning
    if (cost !== undefined) spent.cost = (spent.cost ?? 0) + cost
    return next.value
  }
}

function spentOf({ since: _, ...spent }: Spent) {
  return spent
}

/** True if it has used up its time. */
function isLate({ child, clock }: Pick<ChildRunParts, 'child' | 'clock'>, { since }: Spent): boolean {
  const { timeoutMs } = child.options
  return timeoutMs !== undefined && clock.now() - since >= timeoutMs
}

function endOf(report: RunReport, parts: ChildRunParts, spent: Spent): ChildEnd {
  const { signal } = parts
  const state = stateOf(report, report.reason === 'budget' && isLate(parts, spent))
  const message = state === 'cancelled' && signal.aborted ? reasonOf(signal) : report.message
  return { ...spentOf(spent), state, text: report.text, artifacts: [], ...defined({ message }) }
}

function stateOf({ reason }: RunReport, hadNoTime: boolean): Child['state'] {
  switch (reason) {
    case 'completed':
      return 'completed'
    case 'budget':
      return hadNoTime ? 'timed_out' : 'failed'
    case 'aborted':
    case 'aborted_tools':
      return 'cancelled'
    case 'interrupted':
      return 'lost'
    case 'max_turns':
    case 'failed':
    case 'refused':
    case 'context_exhausted':
      return 'failed'
    default:
      return reason satisfies never
  }
}

function cancelled(signal: AbortSignal): ChildEnd {
  return { ...endedWithoutWork, state: 'cancelled', message: reasonOf(signal) }
}

function reasonOf(signal: AbortSignal): string {
  return errorMessage(signal.reason)
}
