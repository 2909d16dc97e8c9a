import { createHash } from 'node:crypto'
import { DrawbridgeError } from '@drawbridge/core'
import type { AnswerSender } from '@drawbridge/core/approval'
import { type Clock, stableStringify, systemClock } from '@drawbridge/core/base'
import {
  keepsQuestions,
  objectionToReply,
  type Questioner,
  type QuestionReply,
  type QuestionRequest,
} from '@drawbridge/core/question'
import { createSettlementWatch, type Database } from '@drawbridge/store/database'
import { deskIdentity } from './desk-identity.ts'
import {
  allQuestions,
  claimReply,
  enterQuestions,
  findQuestions,
  openQuestions,
  pruneQuestions,
  type QuestionRow,
  readQuestions,
  removeQuestions,
  replyToQuestions,
  type StoredQuestions,
  withdrawQuestions,
} from './question-rows.ts'

/** The result of a reply. Only `accepted` changed anything. */
export type ReplyReceipt =
  | { readonly status: 'accepted' }
  /** Another reply came first, or the questions were withdrawn. */
  | { readonly status: 'already_settled'; readonly by: string }
  | { readonly status: 'unknown_question' }
  /** @property why Follows "The reply ". */
  | { readonly status: 'not_fitting'; readonly why: string }
  /** @property at Milliseconds since the Unix epoch. */
  | { readonly status: 'expired'; readonly at: number }
  /** A client that carries no person's words cannot answer. */
  | { readonly status: 'not_human' }

/** The options of `createQuestionDesk`. */
export interface QuestionDeskOptions {
  readonly clock?: Clock
  /** Returns the time for which questions can be answered, in milliseconds. Default 30 minutes. */
  answerableMs?(): number | undefined
}

/**
 * A questioner whose questions are stored in a database and answered from another process. They outlive the process that asked: a
 * later reply counts once, if the same caller asks the same again.
 */
export interface QuestionDesk extends Questioner, AsyncDisposable {
  /** The questions that can be answered, or all that are kept, oldest first. */
  list(options?: { readonly all?: boolean }): Promise<readonly StoredQuestions[]>
  find(id: string): Promise<StoredQuestions | undefined>
  reply(id: string, reply: QuestionReply, sender: AnswerSender): Promise<ReplyReceipt>
  /** Calls the listener after questions arrived, or were answered or withdrawn, until the handle is disposed. */
  watch(listener: () => void): Promise<Disposable>
}

const topic = 'question'

/** The default time for which questions can be answered, in milliseconds. */
const defaultAnswerableMs = 1_800_000

/** The time for which questions are kept after they expire, in milliseconds. */
const keptMs = 30 * 86_400_000

type Entered = { readonly reply: QuestionReply } | { readonly reply?: undefined; readonly id: string }

/** Creates the desk that keeps questions in the database, so that another process can answer them. */
export function createQuestionDesk(
  database: Database,
  { clock = systemClock, answerableMs = () => undefined }: QuestionDeskOptions = {},
): QuestionDesk {
  const changes = createSettlementWatch(database, topic)
  const withdrawals = new Set<Promise<void>>()
  let pruned = false
  return {
    ...deskIdentity,
    ask: obtain,
    list: async ({ all = false } = {}) => {
      const now = clock.now()
      const rows = all ? await database.all(allQuestions) : await database.all(openQuestions, now)
      return rows.map((row) => readQuestions(row, now))
    },
    find: async (id) => {
      const row = await database.get(findQuestions, id)
      return row === undefined ? undefined : readQuestions(row, clock.now())
    },
    reply,
    watch: (listener) => changes.listen(listener),
    [Symbol.asyncDispose]: async () => {
      while (withdrawals.size > 0) await Promise.allSettled(withdrawals)
      await changes[Symbol.asyncDispose]()
    },
  }

  async function obtain(request: QuestionRequest, signal: AbortSignal): Promise<QuestionReply | undefined> {
    const identity = identityOf(request)
    for (let time = 1; !signal.aborted; time += 1) {
      const id = time === 1 ? request.id : `${request.id}-${time}`
      const entered = await enter(identity, request, id).catch((error: unknown) => {
        // If several processes enter the same at once, the server may end one of them as a deadlock. The others have then finished.
        if (DrawbridgeError.isInstance(error)) throw error
        return enter(identity, request, id)
      })
      if (entered.reply !== undefined) return entered.reply
      const waits = async () => (await database.get(findQuestions, entered.id))?.state === 'pending'
      const state = await changes.untilSettled(entered.id, { waits, signal })
      // Another caller with the same questions may have received the reply, or withdrawn them: look again.
      if (state === 'settled') continue
      if (!keepsQuestions(signal)) withdraw(entered.id)
    }
    return undefined
  }

  /** Takes the reply that waits for these questions, or puts them where they can be answered. */
  async function enter(identity: string, request: QuestionRequest, id: string): Promise<Entered> {
    await changes.start()
    const now = clock.now()
    return database.transaction(async (transaction) => {
      if (!pruned) await transaction.run(pruneQuestions, now - keptMs)
      pruned = true
      const early = await transaction.get(claimReply, identity, now)
      if (early !== undefined) return { reply: replyIn(early) }
      const expiresAt = Math.max(now + (answerableMs() ?? defaultAnswerableMs), request.waitsUntil)
      const entered = await transaction.get(enterQuestions, id, identity, JSON.stringify(request), expiresAt)
      const key = entered?.id ?? id
      // Open questions may have been answered since the first look.
      const late = key === id ? await transaction.get(claimReply, identity, now) : undefined
      if (late !== undefined) {
        await transaction.run(removeQuestions, id)
        return { reply: replyIn(late) }
      }
      await transaction.publish(topic, key)
      return { id: key }
    })
  }

  function withdraw(id: string): void {
    const withdrawing = database
      .transaction(async (transaction) => {
        const withdrawn = await transaction.get(withdrawQuestions, id)
        if (withdrawn !== undefined) await transaction.publish(topic, id)
      })
      // They then stay until they expire, and a reply only counts for exactly the same questions.
      .catch(() => undefined)
      .finally(() => withdrawals.delete(withdrawing))
    withdrawals.add(withdrawing)
  }

  async function reply(id: string, given: QuestionReply, { client, human }: AnswerSender): Promise<ReplyReceipt> {
    const asked = await database.get(findQuestions, id)
    if (asked === undefined) return { status: 'unknown_question' }
    if (asked.state === 'pending') {
      if (!human) return { status: 'not_human' }
      const why = objectionToReply(given, readQuestions(asked, clock.now()).request.questions)
      if (why !== undefined) return { status: 'not_fitting', why }
    }
    const isTaken = await database.transaction(async (transaction) => {
      const replied = await transaction.get(replyToQuestions, id, JSON.stringify(given), client, clock.now())
      if (replied !== undefined) await transaction.publish(topic, id)
      return replied !== undefined
    })
    if (isTaken) return { status: 'accepted' }
    const row = (await database.get(findQuestions, id)) ?? asked
    if (row.state === 'pending') return { status: 'expired', at: row.expires_at }
    return { status: 'already_settled', by: row.replied_by ?? 'another questioner or the end of its call' }
  }
}

/** Returns the identity of questions, independent of the run: a reply counts only for the same ones of the same caller. SHA-256, hex. */
function identityOf({ questions, principal, workspace }: QuestionRequest): string {
  const { user, agent, role, parents } = principal
  const asker = { user, agent, role, parents: parents.map((parent) => ({ agent: parent.agent })) }
  return createHash('sha256').update(stableStringify({ questions, asker, workspace })).digest('hex')
}

function replyIn({ reply }: QuestionRow): QuestionReply {
  return JSON.parse(reply ?? '{}') as QuestionReply
}
