import { callDigest } from '../approval/call-digest.ts'
import { type PendingCall, pendingCall } from '../approval/pending-receipt.ts'
import { type FollowingSignal, followSignal } from '../base/follow-signal.ts'
import type { TurnPosition } from '../event/families/call-events.ts'
import { failure } from '../outcome/failure.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { AuthorizedCall, CallSoFar, TargetedCall } from '../pipeline/call.ts'
import { receiveCall } from '../pipeline/entries/receive-call.ts'
import { finishCall } from '../pipeline/exits/finish-call.ts'
import { locksFor } from '../pipeline/gates/locks-for.ts'
import { target } from '../pipeline/gates/target.ts'
import type { RunContext } from '../pipeline/run-context.ts'
import { isStop, type Passage, stop } from '../pipeline/stage.ts'
import { admission, authorization, inspection } from '../pipeline/stages.ts'
import type { QuestionBatch } from './question-batch.ts'
import type { CallKind, CancelReason, Files } from './turn-state.ts'

/** The end of one call, and whether it was a write that did not take place; or its receipt, if it waits for approval. */
export interface CallEnd {
  readonly outcome: Outcome | PendingCall
  /** True for a write that did not take place, or not yet. */
  readonly breaksTurn: boolean
}

/** Takes one call of a turn through the pipeline, in the steps in which the scheduler lets it. Each ends it at most once. */
export class TurnCall {
  readonly #raw: unknown
  readonly #turn: TurnPosition
  readonly #context: RunContext
  readonly #desk: QuestionBatch
  /** Aborted if the call is cancelled, and with the turn. */
  readonly #leaving: FollowingSignal
  #isCancelled = false
  #isHeld = false
  /** Aborted once the call is cancelled or held. Made only for those who wait for that. */
  #endingByTurn: AbortController | undefined
  #reached: CallSoFar
  #isEnding = false
  #isReceived = false
  #inspecting: Passage<TargetedCall> | Promise<Passage<TargetedCall>> | undefined
  #admitting: Promise<Passage<AuthorizedCall>> | undefined

  constructor(raw: unknown, turn: TurnPosition, context: RunContext, desk: QuestionBatch) {
    this.#raw = raw
    this.#turn = turn
    this.#desk = desk
    this.#leaving = followSignal(context.signal)
    this.#context = { ...context, approvers: desk.approvers, signal: this.#leaving.signal }
    this.#reached = { raw, receivedAt: context.clock.now() }
  }

  /**
   * Runs the first half of the gates. Resolves to the kind of the call for the scheduler, to its end, or to undefined if it was
   * cancelled.
   */
  async validate(): Promise<CallKind | CallEnd | undefined> {
    await this.#context.ports.enter()
    if (this.#isEnding) return undefined
    const inspecting = inspection.pass({ raw: this.#raw, receivedAt: this.#reached.receivedAt }, this.#context)
    this.#inspecting = inspecting
    const passage = this.#receive(await inspecting)
    this.#reached = passage.call
    return passage.passed ? kindOf(passage.call) : this.#end(passage)
  }

  /**
   * Runs the second half of the gates, before the call's turn to run. Resolves to its end if it may not run, and to undefined if it
   * may or was cancelled.
   */
  async admit({ isHeld }: { readonly isHeld: boolean }): Promise<CallEnd | undefined> {
    if (isHeld) this.hold()
    this.#admitting = this.#passAdmission(this.#reached as TargetedCall)
    const passage = await this.#admitting
    this.#reached = passage.call
    const endsByTurn = await this.#context.ports.admitted(() => this.#signalOfTurn())
    if (this.#isCancelled) return undefined
    if (this.#isHeld && (passage.passed || endsByTurn)) return this.#endUnstarted('failed_write')
    return passage.passed ? undefined : this.#end(passage)
  }

  /** Returns the files that the admitted call will touch; undefined if it may touch anything else. */
  files(): Files | undefined {
    const { targets = [] } = this.#reached
    return targets.length > 0 && targets.every(({ kind }) => kind === 'path') ? locksFor(targets) : undefined
  }

  /** Lets the admission under way end the call, unless it comes out as a receipt: an earlier write waits for approval. */
  hold(): void {
    this.#isHeld = true
    this.#endingByTurn?.abort()
  }

  /** @param changed Whether a call of this turn wrote anything since this one was admitted. */
  async run({ changed }: { readonly changed: boolean }): Promise<CallEnd> {
    const call = this.#reached as AuthorizedCall
    return this.#end(changed ? await lookAgain(call, this.#context) : { passed: true, call })
  }

  /** Ends the call without running it. Resolves to nothing if it was already ending. */
  async cancel(because: CancelReason): Promise<CallEnd | undefined> {
    this.#isCancelled = true
    this.#endingByTurn?.abort()
    this.#leaving.abort()
    // An inspection that has begun is finished, under its own id. Approvers are aborted first, so that no answer comes for a call
    // that has ended.
    await this.#inspecting
    await this.#admitting
    return this.#isEnding ? undefined : this.#endUnstarted(because)
  }

  #signalOfTurn(): AbortSignal {
    this.#endingByTurn ??= new AbortController()
    if (this.#isCancelled || this.#isHeld) this.#endingByTurn.abort()
    return this.#endingByTurn.signal
  }

  #endUnstarted(because: CancelReason): Promise<CallEnd> {
    const ended = stop('cancelled', reasons[this.#context.ports.reasonFor(because)])
    return this.#end({ passed: false, call: this.#reached, stop: { ...ended, notes: { stoppedAt: 'by_turn' } } })
  }

  #receive<Out extends CallSoFar>(passage: Passage<Out>): Passage<Out> {
    this.#isReceived = true
    return receiveCall(passage, this.#context, this.#turn)
  }

  async #passAdmission(call: TargetedCall): Promise<Passage<AuthorizedCall>> {
    this.#desk.enter(call.toolCallId)
    try {
      return await admission.pass(call, this.#context)
    } finally {
      this.#desk.leave(call.toolCallId)
    }
  }

  async #end(passage: Passage<AuthorizedCall>): Promise<CallEnd> {
    this.#isEnding = true
    using _following = this.#leaving
    if (!passage.passed && passage.stop.receipt !== undefined) {
      passage.call.grant?.release()
      return {
        outcome: pendingCall(passage.stop.receipt, passage.stop.failure),
        breaksTurn: kindOf(passage.call) === 'write',
      }
    }
    const outcome = await finishCall(this.#isReceived ? passage : this.#receive(passage), this.#context)
    return { outcome, breaksTurn: kindOf(passage.call) === 'write' && !tookPlace(outcome) }
  }
}

const reasons = {
  failed_write: failure(
    'not_started_after_failed_write',
    'This call was not started because an earlier write in the same turn was not performed. Check that write first, then repeat the calls that you still need.',
  ),
  aborted: failure('aborted', 'The run was aborted before this call started; nothing was done.'),
} as const

/** A call that could not be resolved changes nothing, so it delays nothing. */
function kindOf({ tool, permission = tool?.permission }: CallSoFar): CallKind {
  if (tool?.tags.has('agent') === true) return 'agent'
  return permission === 'write' ? 'write' : 'read'
}

/** A command that ran and exited non-zero has run: what follows may go on from there. */
function tookPlace(outcome: Outcome): boolean {
  return outcome.status === 'ok' || outcome.code === 'command_failed'
}

/**
 * An admitted call may mean something else after an earlier write: it is resolved again, and authorized again if it
 * differs.
 */
async function lookAgain(call: AuthorizedCall, context: RunContext): Promise<Passage<AuthorizedCall>> {
  const now = await target(call, context)
  if (isStop(now)) return { passed: false, call, stop: now }
  const renewed = { ...call, ...now }
  if (digestOf(call, context) === digestOf(renewed, context)) return { passed: true, call: renewed }
  return authorization.pass(renewed, context)
}

function digestOf({ tool, input, targets }: AuthorizedCall, { machine }: RunContext): string {
  return callDigest({ tool: tool.name, input, targets, workspace: machine.workspace })
}
