import { type ApprovalDecision, type ApprovalRequest, DrawbridgeError, type PendingReceipt } from '@drawbridge/core'
import { readReceipt } from '@drawbridge/core/approval'
import { isJsonObject } from '@drawbridge/core/base'
import type { CallEnd } from './call-end.ts'

/** The answer of a person to a question about a call. */
export type ApprovalAnswerParts = Omit<ApprovalDecision, 'requestId' | 'digest'>

/**
 * The calls that wait for approval, between the question and its answer, by the id that the framework or the provider gave the call.
 * `JSON.stringify` saves them for another process, arguments with secrets included: keep them where the conversation is kept.
 */
export interface Approvals {
  /** Returns the question about a call, to be shown to a person; undefined if the call does not wait. */
  request(callId: string): ApprovalRequest | undefined
  /** Returns the ids of the calls that wait, the oldest first. */
  waiting(): readonly string[]
  /**
   * Gives an answer that the framework has no word for, such as `allow_for_session`. It counts once the framework goes on with the
   * call. Throws `invalid_option` if the call does not wait or the answer is not on offer.
   */
  decide(callId: string, answer: ApprovalAnswerParts): void
  /** For `JSON.stringify`; `createApprovals` takes it back. */
  toJSON(): SavedApprovals
}

/** A call that waits for approval. */
export interface WaitingCall {
  readonly callId: string
  /** Name and arguments as the model wrote them, as one text. */
  readonly given: string
  readonly receipt: PendingReceipt
  readonly answer?: ApprovalAnswerParts
}

/** The end of a call whose turn has not ended, since others of it wait. */
export interface EndedCall {
  readonly callId: string
  readonly given: string
  readonly end: CallEnd
}

/** The content of `Approvals` as JSON. */
export interface SavedApprovals {
  readonly waiting: readonly WaitingCall[]
  readonly ended: readonly EndedCall[]
}

/** The calls of turns that wait, to add and to take. */
export interface OpenTurns {
  readonly waiting: Map<string, WaitingCall>
  readonly ended: Map<string, EndedCall>
}

const contents = new WeakMap<Approvals, OpenTurns>()

/**
 * Creates a list of waiting calls: empty, or as another process saved it. Throws `invalid_option` for what no `Approvals` saved.
 * @param saved Parsed JSON of `Approvals`.
 */
export function createApprovals(saved: unknown = { waiting: [], ended: [] }): Approvals {
  const { waiting: wait, ended: end } = isJsonObject(saved) ? saved : {}
  if (!Array.isArray(wait) || !Array.isArray(end)) throw invalid('a list of waiting calls and one of ended calls')
  const waiting = new Map(wait.map(readWaiting).map((each) => [each.callId, each]))
  const ended = new Map(end.map(readEnded).map((each) => [each.callId, each]))
  const approvals: Approvals = {
    request: (callId) => waiting.get(callId)?.receipt.request,
    waiting: () => [...waiting.keys()],
    decide: (callId, answer) => {
      const entry = waiting.get(callId)
      if (entry === undefined) throw noAnswer(answer.answer, callId, 'does not wait for approval')
      mustBeOffered(answer, entry)
      waiting.set(callId, { ...entry, answer })
    },
    toJSON: () => ({ waiting: [...waiting.values()], ended: [...ended.values()] }),
  }
  contents.set(approvals, { waiting, ended })
  return approvals
}

/** Returns the calls themselves. Throws `invalid_option` for an object that `createApprovals` did not make. */
export function openTurnsOf(approvals: Approvals): OpenTurns {
  const found = contents.get(approvals)
  if (found !== undefined) return found
  throw new DrawbridgeError(
    'invalid_option',
    'Not a list of approvals. Pass the object that `createApprovals` returned.',
  )
}

/** Reads a waiting call that was kept as JSON. Throws `invalid_option` for anything else. */
export function readWaiting(value: unknown): WaitingCall {
  if (!isJsonObject(value) || typeof value.callId !== 'string' || typeof value.given !== 'string')
    throw invalid('a waiting call with its id')
  const { callId, given, receipt, answer } = value
  const read = { callId, given, receipt: readReceipt(receipt) }
  if (answer === undefined) return read
  if (!isJsonObject(answer)) throw invalid('a waiting call whose answer is an object')
  const parts = answer as unknown as ApprovalAnswerParts
  mustBeOffered(parts, read)
  return { ...read, answer: parts }
}

function mustBeOffered({ answer }: ApprovalAnswerParts, { callId, receipt }: WaitingCall): void {
  const offers = receipt.request.offers.map((offer) => offer.answer)
  if (offers.includes(answer) || answer === 'deny') return
  throw noAnswer(answer, callId, `offers ${offers.join(', ')}`)
}

function noAnswer(answer: string, callId: string, why: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', `"${answer}" does not answer the call "${callId}": it ${why}.`)
}

function readEnded(value: unknown): EndedCall {
  if (
    !isJsonObject(value) ||
    typeof value.callId !== 'string' ||
    !isJsonObject(value.end) ||
    typeof value.end.text !== 'string'
  )
    throw invalid('an ended call with its id')
  return value as unknown as EndedCall
}

function invalid(expected: string): DrawbridgeError {
  return new DrawbridgeError(
    'invalid_option',
    `Not saved approvals: expected ${expected}. Pass the parsed JSON of an \`Approvals\`.`,
  )
}
