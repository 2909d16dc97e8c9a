import { hostname } from 'node:os'
import {
  type ApprovalAnswer,
  type ApprovalDecision,
  type ApprovalRequest,
  type Approver,
  DrawbridgeError,
} from '@drawbridge/core'
import { type AnswerSender, answers, inOrderOfArrival, wasAnswered } from '@drawbridge/core/approval'
import { type Clock, systemClock } from '@drawbridge/core/base'
import { createSettlementWatch } from '../change/create-settlement-watch.ts'
import type { Database } from '../database/database.ts'
import {
  type ApprovalRow,
  allApprovals,
  answerQuestion,
  claimAnswer,
  endQuestionsOfRun,
  enterQuestion,
  findApproval,
  openApprovals,
  pruneApprovals,
  readApproval,
  readDecision,
  removeQuestion,
  type StoredApproval,
  withdrawQuestion,
} from './approval-rows.ts'
import { deskIdentity } from './desk-identity.ts'
import { questionOf } from './question-of.ts'

/** The result of an answer. Only `accepted` changed anything. */
export type DeskReceipt =
  | { readonly status: 'accepted' }
  /** Another answer came first, or the question was withdrawn; `answer` is the answer that counts, if there is one. */
  | { readonly status: 'already_settled'; readonly by: string; readonly answer?: ApprovalAnswer }
  | { readonly status: 'unknown_request' }
  /** The digest of the answer is not that of the question, or an answer that allows has none: something else was shown. */
  | { readonly status: 'not_shown' }
  | { readonly status: 'not_offered'; readonly offers: readonly ApprovalAnswer[] }
  /** @property at Milliseconds since the Unix epoch. */
  | { readonly status: 'expired'; readonly at: number }
  /** A client that carries no person's decision cannot settle a question. */
  | { readonly status: 'not_human' }

/** The options of `createApprovalDesk`. */
export interface ApprovalDeskOptions {
  readonly clock?: Clock
  /** The time for which a question can be answered, in milliseconds. Default 30 minutes. */
  readonly answerableMs?: number
  /** The name of the asking process for the person who answers. Default: its process id and host. */
  readonly askedBy?: string
}

/**
 * An approver whose questions are stored in a database and answered from another process. They outlive the process that
 * asked: a later answer counts once, when the same call is made again.
 */
export interface ApprovalDesk extends Approver, AsyncDisposable {
  /** The questions that can be answered, or all that are kept, oldest first. */
  list(options?: { readonly all?: boolean }): Promise<readonly StoredApproval[]>
  find(id: string): Promise<StoredApproval | undefined>
  /** Answers a question. The same answer twice is as good as once. */
  answer(decision: ApprovalDecision, sender: AnswerSender): Promise<DeskReceipt>
  /** Calls the listener whenever a question may have come or changed. */
  watch(listener: () => void): Promise<Disposable>
}

type Entered = { readonly answer: ApprovalRow } | { readonly answer?: undefined; readonly id: string }

/** The topic under which changes of questions are published. */
const approvalTopic = 'approval'

/** The time for which a question is stored after its end, in milliseconds. */
const keptMs = 30 * 86_400_000

/** Creates the desk that keeps approval requests in the database, so that another process can answer them. */
export function createApprovalDesk(
  database: Database,
  {
    clock = systemClock,
    answerableMs = 1_800_000,
    askedBy = `process ${process.pid} on ${hostname()}`,
  }: ApprovalDeskOptions = {},
): ApprovalDesk {
  const changes = createSettlementWatch(database, approvalTopic)
  const withdrawals = new Set<Promise<void>>()
  let pruned = false

  return {
    ...deskIdentity,
    async *ask(requests, signal, watch) {
      yield* inOrderOfArrival(requests.map((request) => obtain(request, watch?.signalOf(request.id) ?? signal)))
    },
    list: async ({ all = false } = {}) => {
      const now = clock.now()
      const rows = all ? await database.all(allApprovals) : await database.all(openApprovals, now)
      return rows.map((row) => readApproval(row, now))
    },
    find: async (id) => {
      const row = await database.get(findApproval, id)
      return row === undefined ? undefined : readApproval(row, clock.now())
    },
    answer,
    watch: (listener) => changes.listen(listener),
    [Symbol.asyncDispose]: async () => {
      while (withdrawals.size > 0) await Promise.allSettled(withdrawals)
      await changes[Symbol.asyncDispose]()
    },
  }

  async function obtain(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalDecision | undefined> {
    const question = questionOf(request)
    for (let time = 1; !signal.aborted; time += 1) {
      const id = time === 1 ? request.id : `${request.id}-${time}`
      const entered = await enter(question, request, id).catch((error: unknown) => {
        // If several processes enter a question at once, the server may end one of them as a deadlock. The others have
        // then finished.
        if (DrawbridgeError.isInstance(error)) throw error
        return enter(question, request, id)
      })
      if (entered.answer !== undefined) return decisionOf(entered.answer, request)
      const { run } = request.principal
      const waits = async () => {
        const row = await database.get(findApproval, entered.id)
        // If its own run was ended with it, the signal says so.
        return row?.state === 'pending' || (row?.state === 'ended' && row.run === run)
      }
      const state = await changes.untilSettled(entered.id, { waits, signal })
      // Another caller with the same question may have received the answer, or withdrawn it: look again.
      if (state === 'settled') continue
      if (wasAnswered(signal)) withdraw(entered.id)
    }
    return undefined
  }

  /** Takes the answer that waits for this question, or enters the question so that it can be answered. */
  async function enter(question: string, request: ApprovalRequest, ownId: string): Promise<Entered> {
    await changes.start()
    const now = clock.now()
    return database.transaction(async (transaction) => {
      if (!pruned) await transaction.run(pruneApprovals, now - keptMs)
      pruned = true
      const expiresAt = now + answerableMs
      const kept = JSON.stringify({ ...request, answerableUntil: expiresAt, expiresAt })
      const { run } = request.principal
      const early = await transaction.get(claimAnswer, question, now)
      if (early !== undefined) return { answer: early }
      const entered = await transaction.get(enterQuestion, ownId, question, run, kept, askedBy, now, expiresAt)
      const id = entered?.id ?? ownId
      // An open question may have been answered since the first look.
      const answer = id === ownId ? await transaction.get(claimAnswer, question, now) : undefined
      if (answer !== undefined) {
        await transaction.run(removeQuestion, ownId)
        return { answer }
      }
      await transaction.publish(approvalTopic, id)
      return { id }
    })
  }

  function withdraw(id: string): void {
    const withdrawing = database
      .transaction(async (transaction) => {
        const withdrawn = await transaction.get(withdrawQuestion, id)
        if (withdrawn !== undefined) await transaction.publish(approvalTopic, id)
      })
      // The question then stays until it expires, and its answer only counts for exactly the same call.
      .catch(() => undefined)
      .finally(() => withdrawals.delete(withdrawing))
    withdrawals.add(withdrawing)
  }

  async function answer(decision: ApprovalDecision, { client, human }: AnswerSender): Promise<DeskReceipt> {
    const { requestId, answer: given, reason, metadata } = decision
    const asked = await database.get(findApproval, requestId)
    if (asked === undefined) return { status: 'unknown_request' }
    const { request } = readApproval(asked, clock.now())
    if (asked.state === 'pending' && !human) return { status: 'not_human' }
    if (asked.state === 'pending' && !isForWhatWasShown(decision, request)) return { status: 'not_shown' }
    if (asked.state === 'pending' && !answers(decision, request)) {
      return { status: 'not_offered', offers: request.offers.map((offer) => offer.answer) }
    }
    const isAnswered = await database.transaction(async (transaction) => {
      const now = clock.now()
      const kept = JSON.stringify({ answer: given, reason, metadata })
      const answered = await transaction.get(answerQuestion, requestId, kept, client, now)
      if (answered === undefined) return false
      const ended = given === 'abort' ? await transaction.all(endQuestionsOfRun, answered.run, client, now) : []
      for (const { id } of [answered, ...ended]) await transaction.publish(approvalTopic, id)
      return true
    })
    return isAnswered ? { status: 'accepted' } : whyNot(requestId)
  }

  async function whyNot(id: string): Promise<DeskReceipt> {
    const row = await database.get(findApproval, id)
    if (row === undefined) return { status: 'unknown_request' }
    if (row.state === 'pending') return { status: 'expired', at: row.expires_at }
    const by = row.decided_by ?? 'another approver'
    return row.decision === null
      ? { status: 'already_settled', by }
      : { status: 'already_settled', by, answer: readDecision(row.decision).answer }
  }
}

/** A person can only allow what was shown to them. Refusing does no harm. */
function isForWhatWasShown({ answer, digest }: ApprovalDecision, request: ApprovalRequest): boolean {
  if (digest === undefined) return answer === 'deny' || answer === 'abort'
  return digest === request.digest
}

/** The run that an `abort` was meant for may be over by now; another is only told no. */
function decisionOf({ decision, decided_by: decidedBy, run }: ApprovalRow, request: ApprovalRequest): ApprovalDecision {
  const { answer, ...more } = readDecision(decision ?? '{}')
  return {
    ...more,
    requestId: request.id,
    answer: answer === 'abort' && run !== request.principal.run ? 'deny' : answer,
    ...(decidedBy === null ? {} : { decidedBy }),
  }
}
