import { createHash, randomUUID } from 'node:crypto'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import type { EnqueueOptions } from '@drawbridge/core/job'

/** A job as both databases keep it, checked. */
export interface NewJob {
  readonly id: string
  readonly kind: string
  readonly key: string | undefined
  /** JSON text. */
  readonly payload: string
  readonly runAt: number
  readonly attempts: number
  readonly backoffMs: number
}

const defaultAttempts = 5
const defaultBackoffMs = 1_000
/** The longest pause between two attempts. Milliseconds. */
export const maxBackoffMs = 3_600_000
/** A finished job stays for this long, and with it its key. Milliseconds. */
export const keptMs = 604_800_000
const maxPayloadBytes = 1_048_576

/**
 * Checks what is to be enqueued. The id follows from kind and key, so that the same job has the same id in every process.
 * @throws DrawbridgeError `invalid_option` that names the value.
 */
export function newJob(kind: string, payload: unknown, options: EnqueueOptions, now: number): NewJob {
  const { key, runAt = now, attempts = defaultAttempts, backoffMs = defaultBackoffMs } = options
  checkKind(kind)
  checkKey('a job', key)
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > 100)
    refuse(`attempts must be a whole number from 1 to 100, not ${String(attempts)}.`)
  if (!Number.isFinite(backoffMs) || backoffMs < 0 || backoffMs > maxBackoffMs)
    refuse(`backoffMs must be from 0 to ${maxBackoffMs}, not ${String(backoffMs)}.`)
  if (!Number.isSafeInteger(runAt)) refuse(`runAt must be whole milliseconds since 1970, not ${String(runAt)}.`)
  return { id: jobId(kind, key), kind, key, payload: payloadText('a job', payload), runAt, attempts, backoffMs }
}

/** @throws DrawbridgeError `invalid_option` for a kind that pg-boss cannot name a queue by. */
export function checkKind(kind: string): void {
  if (!/^[a-z][a-z0-9_.-]{0,99}$/.test(kind))
    refuse(
      `The kind of a job is a name such as report.send (lower-case letters, digits, . _ -), not ${JSON.stringify(kind)}.`,
    )
}

/**
 * Checks the key under which something is kept once.
 * @param subject The thing that has it, for the message.
 * @throws DrawbridgeError `invalid_option`.
 */
export function checkKey(subject: string, key: string | undefined): void {
  if (key !== undefined && (key === '' || key.length > 1_000))
    refuse(`The key of ${subject} has from 1 to 1,000 characters; this one has ${key.length}.`)
}

/**
 * Writes a payload as JSON.
 * @param subject The thing that carries it, for the message.
 * @throws DrawbridgeError `invalid_option` if it is not JSON, or too large.
 */
export function payloadText(subject: string, payload: unknown): string {
  let text: string | undefined
  try {
    text = JSON.stringify(payload)
  } catch (error) {
    refuse(`The payload of ${subject} must be JSON: ${errorMessage(error)}`)
  }
  if (text === undefined) return refuse(`The payload of ${subject} must be JSON, not ${typeof payload}.`)
  const bytes = Buffer.byteLength(text)
  if (bytes > maxPayloadBytes)
    refuse(
      `The payload of ${subject} has at most ${maxPayloadBytes} bytes; this one has ${bytes}. Store it elsewhere and send its id.`,
    )
  return text
}

function jobId(kind: string, key: string | undefined): string {
  if (key === undefined) return randomUUID()
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, key]))
    .digest('hex')
  // The digits of a version 8 UUID: made by a rule of its own.
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

function refuse(message: string): never {
  throw new DrawbridgeError('invalid_option', message)
}

/** Returns the message of a job that failed, as its record keeps it: without secrets, and not longer than a person reads. */
export function messageOfFault(error: unknown, scrub: (text: string) => string): string {
  return scrub(errorMessage(error)).slice(0, longestMessage)
}

const longestMessage = 10_000
