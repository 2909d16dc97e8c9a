import { type ApprovalDecision, type ApprovalRequest, DrawbridgeError, type PendingReceipt } from '@drawbridge/core'
import { readReceipt } from '@drawbridge/core/approval'
import { isJsonObject } from '@drawbridge/core/base'

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
  toJSON(): readonly SavedApproval[]
}

/** A waiting call as `Approvals` saves it. */
export interface SavedApproval {
  readonly callId: string
  readonly receipt: PendingReceipt
  readonly answer?: ApprovalAnswerParts
}

const entries = new WeakMap<Approvals, Map<string, SavedApproval>>()

/**
 * Creates a list of waiting calls: empty, or as another process saved it. Throws `invalid_option` for what no `Approvals` saved.
 * @param saved Parsed JSON of `Approvals`.
 */
export function createApprovals(saved: unknown = []): Approvals {
  if (!Array.isArray(saved)) throw new DrawbridgeError('invalid_option', 'Not saved approvals: expected a list.')
  const waiting = new Map(saved.map(readSaved).map((each) => [each.callId, each]))
  const approvals: Approvals = {
    request: (callId) => waiting.get(callId)?.receipt.request,
    waiting: () => [...waiting.keys()],
    decide: (callId, answer) => {
      const entry = waiting.get(callId)
      const offers = entry?.receipt.request.offers.map((offer) => offer.answer) ?? []
      if (entry === undefined || !(offers.includes(answer.answer) || answer.answer === 'deny')) {
        const why = entry === undefined ? 'does not wait for approval' : `offers ${offers.join(', ')}`
        throw new DrawbridgeError(
          'invalid_option',
          `"${answer.answer}" does not answer the call "${callId}": it ${why}.`,
        )
      }
      waiting.set(callId, { ...entry, answer })
    },
    toJSON: () => [...waiting.values()],
  }
  entries.set(approvals, waiting)
  return approvals
}

/** Returns the waiting calls themselves, to add and to take. */
export function waitingCalls(approvals: Approvals): Map<string, SavedApproval> {
  const waiting = entries.get(approvals)
  if (waiting === undefined) {
    throw new DrawbridgeError(
      'invalid_option',
      'Not a list of approvals. Pass the object that `createApprovals` returned.',
    )
  }
  return waiting
}

function readSaved(value: unknown): SavedApproval {
  if (!isJsonObject(value) || typeof value.callId !== 'string') {
    throw new DrawbridgeError(
      'invalid_option',
      'Not a saved approval: expected an object with a call id and a receipt.',
    )
  }
  const { callId, receipt, answer } = value
  const read = { callId, receipt: readReceipt(receipt) }
  return answer === undefined ? read : { ...read, answer: answer as unknown as ApprovalAnswerParts }
}
