import { errorMessage } from '@drawbridge/core'
import type { AgentRunner, Child, Conversation, LoopEvent, RunReport } from '@drawbridge/core/agent'
import { type Clock, defined } from '@drawbridge/core/base'
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
  /** The model where neither task nor definition names one. */
  readonly model: string | undefined
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
  const spent: Spent = { turns: 0, calls: 0, tokens: 0, cost: undefined }
  try {
    parts.onOpen(conversation)
    const report = await work(conversation, parts, spent)
    return endOf(report, parts, spent)
  } catch (error) {
    return { ...endedWithoutWork, ...spent, state: 'failed', message: errorMessage(error) }
  } finally {
    await conversation[Symbol.asyncDispose]()
  }
}

interface Spent {
  turns: number
  calls: number
  tokens: number
  cost: number | undefined
}

function openConversation({ child, runner, workspace, model }: ChildRunParts): Promise<Conversation> {
  const { id, role, parents, agent, user, label, depth, options, turns, parent } = child
  const { timeoutMs, iterations, fork } = options
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
      via: role === 'sub' ? 'spawn' : role,
      ...defined({ agent, user }),
    },
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

/** Sends the task, and goes on as long as there are other orders, messages of children, or children that work. */
async function work(conversation: Conversation, parts: ChildRunParts, spent: Spent): Promise<RunReport> {
  const { child, clock, signal, takeSteering, nextAnnouncement } = parts
  let orders: string | undefined = child.task
  for (;;) {
    const report = await sendOnce(conversation, orders, parts, spent)
    orders = takeSteering()
    if (orders !== undefined && !signal.aborted) {
      await new Promise<void>((resolve) => clock.after(settleMs, resolve))
      continue
    }
    if (report.reason !== 'completed' || signal.aborted) return report
    if (spent.turns >= child.options.iterations) return report
    if (!(await nextAnnouncement())) return report
  }
}

async function sendOnce(
  conversation: Conversation,
  orders: string | undefined,
  { child, signal, tell }: ChildRunParts,
  spent: Spent,
): Promise<RunReport> {
  const run = conversation.send(orders, {
    from: 'agent',
    signal,
    budget: {
      maxTurns: Math.max(1, child.options.iterations - spent.turns),
      ...(child.reservedTokens > 0 ? { maxTokens: Math.max(1, child.reservedTokens - spent.tokens) } : {}),
      ...(child.reservedCost > 0 ? { maxCost: Math.max(0.000_001, child.reservedCost - (spent.cost ?? 0)) } : {}),
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

function endOf(report: RunReport, { signal, child }: ChildRunParts, spent: Spent): ChildEnd {
  const { timeoutMs } = child.options
  const isLate = report.reason === 'budget' && timeoutMs !== undefined && report.durationMs >= timeoutMs
  const state = stateOf(report, isLate)
  const message = state === 'cancelled' && signal.aborted ? reasonOf(signal) : report.message
  return { ...spent, state, text: report.text, artifacts: [], ...defined({ message }) }
}

function stateOf({ reason }: RunReport, isLate: boolean): Child['state'] {
  switch (reason) {
    case 'completed':
      return 'completed'
    case 'budget':
      return isLate ? 'timed_out' : 'failed'
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
