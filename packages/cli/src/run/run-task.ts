import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import type { ChildAgents, LoopEvent, RunBudget, RunReport } from '@drawbridge/core/agent'
import { defined, escapeToOneLine, escapeUnprintable } from '@drawbridge/core/base'
import type { Drawbridge } from '@drawbridge/sdk'
import { approversFor } from '../approval/approvers-for.ts'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { readText } from '../io/read-text.ts'
import { openCommandSession } from '../session/open-command-session.ts'
import type { ApproveFlag, SessionFlags } from '../session/session-flags.ts'
import { type FollowedChildren, followChildren } from './follow-children.ts'
import { createRunDisplay } from './show-run.ts'

/** The options of `drawbridge run`. */
export interface RunFlags extends SessionFlags {
  readonly approve: ApproveFlag
  readonly model?: string
  readonly resume?: string
  readonly fork?: string
  readonly maxTurns?: string
  readonly maxTokens?: string
  readonly maxCost?: string
  readonly maxSeconds?: string
  readonly json?: boolean
}

/** The reason why a command line cannot have both. */
export const resumeOrFork = '--resume goes on with a conversation and --fork begins a new one: give one of them.'

/** Has an agent carry out one task. Standard input is read only if the task is `-`. */
export async function runTask(given: string, flags: RunFlags, io: Io): Promise<ExitCode> {
  const budget = budgetOf(flags)
  if (flags.resume !== undefined && flags.fork !== undefined) throw new UsageError(resumeOrFork)
  using interruption = io.catchInterrupts({ orUnread: true })
  const inputIsData = given === '-'
  const task = inputIsData ? (await Array.fromAsync(readText(io.input, interruption.signal))).join('').trim() : given
  if (interruption.signal.aborted) return exitCodes.interrupted
  if (task.trim() === '') throw new UsageError('The task is empty. Say what is to be done.')
  using approvers = await approversFor(flags.approve, io, { inputIsData })
  await using opened = await openCommandSession({
    flags,
    createApprovers: approvers.approvers,
    questioners: approvers.questioners,
    desk: flags.approve === 'desk',
    dialect: 'of-model',
    readScope: 'workspace',
  })
  const runner = await opened.drawbridge.house.service('agentRunner')
  if (runner === undefined) throw new DrawbridgeError('invalid_option', 'No room runs agents here.')
  await using conversation = await runner.open({
    ...defined({ model: flags.model, resume: flags.resume, deniedPaths: flags.deny }),
    ...(flags.fork === undefined ? {} : { fork: { session: flags.fork } }),
    budget,
    principal: { channel: 'cli', ...defined({ agent: flags.agent }) },
  })
  if (budget.maxCost !== undefined) await needPrice(conversation.model, opened.drawbridge)
  const show = createRunDisplay(flags.json === true, io)
  const { house } = opened.drawbridge
  const children = await house.service('childAgents')
  using _watched = children?.watch(conversation.id, (news) => void show(news))
  const run = followChildren(conversation, task, {
    budget,
    signal: interruption.signal,
    clock: house.clock,
    children: children && childrenOf(conversation.id, children),
  })
  let hasBegun = false
  for (;;) {
    const next = await advance(run, hasBegun)
    if (next.type === 'event') {
      hasBegun = true
      await show(next.event)
      continue
    }
    const { report } = next
    const code = exitCodeOf(report)
    if (flags.json === true) {
      const { children: below } = await conversation.spent()
      const result = {
        type: 'result',
        session: conversation.id,
        exitCode: code,
        ...report,
        ...defined({ children: below }),
      }
      await io.output.write(`${JSON.stringify(result)}\n`)
    } else {
      if (report.text !== '') await io.output.write(`${escapeUnprintable(report.text)}\n`)
      if (report.message !== undefined)
        await io.diagnostics.write(`drawbridge: ${escapeToOneLine(report.message)} (${report.reason})\n`)
    }
    return code
  }
}

/** A limit that cannot be held must not look as if it were. */
async function needPrice(model: string, { house }: Drawbridge): Promise<void> {
  const known = await (await house.service('modelCatalogue'))?.get(model)
  if (known?.price !== undefined) return
  throw new UsageError(
    `--max-cost cannot be held: the price of "${model}" is not known. Set "price" of the model in "models.providers", or use --max-tokens.`,
  )
}

function childrenOf(session: string, children: ChildAgents): FollowedChildren {
  return {
    next: (signal) => children.nextAnnouncement(session, signal),
    spent: () => children.spent(session),
    cancel: async (reason) => {
      const open = (await children.list(session)).filter(({ state }) => state === 'pending' || state === 'running')
      await Promise.all(open.map(({ id }) => children.cancel(id, reason)))
      return open.map(({ label }) => label)
    },
  }
}

type Advance =
  | { readonly type: 'event'; readonly event: LoopEvent }
  | { readonly type: 'end'; readonly report: RunReport }

/** A failure becomes the end of a run that has begun, so that a script gets its result in any case. */
async function advance(run: AsyncGenerator<LoopEvent, RunReport>, hasBegun: boolean): Promise<Advance> {
  try {
    const next = await run.next()
    return next.done === true ? { type: 'end', report: next.value } : { type: 'event', event: next.value }
  } catch (error) {
    if (DrawbridgeError.isInstance(error) && !hasBegun) throw error
    const { noUsage } = await import('@drawbridge/core/model')
    const nothing = { run: '', text: '', turns: 0, calls: 0, denied: 0, usage: noUsage, durationMs: 0 }
    return { type: 'end', report: { ...nothing, reason: 'failed', message: errorMessage(error) } }
  }
}

/** Returns the exit code for the end of a run. */
export function exitCodeOf({ reason, denied }: Pick<RunReport, 'reason' | 'denied'>): ExitCode {
  switch (reason) {
    case 'completed':
      return denied > 0 ? exitCodes.denied : exitCodes.ok
    case 'aborted_tools':
      return exitCodes.denied
    case 'max_turns':
    case 'budget':
      return exitCodes.budget
    case 'aborted':
    case 'interrupted':
      return exitCodes.interrupted
    case 'failed':
    case 'refused':
    case 'context_exhausted':
      return exitCodes.failed
    default:
      return reason satisfies never
  }
}

function budgetOf({ maxTurns, maxTokens, maxCost, maxSeconds }: RunFlags): Partial<RunBudget> {
  const seconds = numberOf('--max-seconds', maxSeconds)
  return defined({
    maxTurns: wholeNumberOf('--max-turns', maxTurns),
    maxTokens: wholeNumberOf('--max-tokens', maxTokens),
    maxCost: numberOf('--max-cost', maxCost),
    maxDurationMs: seconds === undefined ? undefined : seconds * 1_000,
  })
}

function wholeNumberOf(flag: string, given: string | undefined): number | undefined {
  const value = numberOf(flag, given)
  if (value === undefined || Number.isInteger(value)) return value
  throw new UsageError(`${flag} cannot be "${given}": give a whole number above 0.`)
}

function numberOf(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const value = Number(given)
  if (given.trim() !== '' && Number.isFinite(value) && value > 0) return value
  throw new UsageError(`${flag} cannot be "${given}": give a number above 0.`)
}
