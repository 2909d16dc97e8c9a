import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { isJsonObject } from '../json/index.ts'
import type { Failure } from '../outcome/failure.ts'
import type { Repair } from '../schema/index.ts'
import type { ApprovalRequest } from './approval-request.ts'

/** A call after it was read and before its input was checked against the tool's schema. `resume` continues at that point. */
export interface ReceivedCall {
  /** Unique in its session; pairs the call with its result. */
  readonly toolCallId: string
  /** The provider's own id, if the call had to get another one. */
  readonly rawCallId?: string
  readonly exposedName: string
  /** Canonical, as far as the name map knows it. */
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly repairs: readonly Repair[]
}

/**
 * A detached run's receipt for a call that waits for approval: plain JSON, for `resume` in this or another process. It
 * contains the unscrubbed arguments, secrets included, so keep it in the program that runs the agent; show others only
 * `request`.
 */
export interface PendingReceipt {
  readonly status: 'pending'
  readonly version: 1
  readonly request: ApprovalRequest
  readonly call: ReceivedCall
}

/** A call of a detached run that waits for approval. */
export interface PendingCall extends PendingReceipt {
  /** Tells a model or a person what the call waits for. `resume` does not need it. */
  readonly text: string
}

/** Returns a receipt with the sentence that tells a model or a person what it waits for. */
export function pendingCall(receipt: PendingReceipt, { message }: Failure): PendingCall {
  return { ...receipt, text: message }
}

/** Reads a receipt that was kept as JSON. Throws `invalid_option` for what is none. */
export function readReceipt(value: unknown): PendingReceipt {
  if (isJsonObject(value) && value.status === 'pending' && value.version === 1) {
    const { request, call } = value
    const isComplete =
      isJsonObject(request) &&
      hasTexts(request, ['id', 'tool', 'digest', 'rule']) &&
      typeof request.expiresAt === 'number' &&
      Array.isArray(request.offers) &&
      isJsonObject(call) &&
      hasTexts(call, ['toolCallId', 'exposedName', 'name']) &&
      isJsonObject(call.arguments) &&
      Array.isArray(call.repairs)
    if (isComplete) return value as unknown as PendingReceipt
  }
  throw new DrawbridgeError(
    'invalid_option',
    'Not a pending-approval receipt. Pass the object that `call` returned, unchanged.',
  )
}

function hasTexts(value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  return keys.every((key) => Object.hasOwn(value, key) && typeof value[key] === 'string')
}
