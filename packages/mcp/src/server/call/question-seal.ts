import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Clock } from '@drawbridge/core/base'

/** The text that a client of 2026-07-28 carries from a question to its answer. It can neither be read nor made outside. */
export interface QuestionSeal {
  /** @param asked The call as the client sent it; the seal is good for no other. */
  seal(handle: string, asked: AskedCall): string
  /** Returns the handle; undefined if the text is not ours, was changed, is too old, or belongs to another call. */
  open(text: string, asked: AskedCall): string | undefined
}

/** The parts of `tools/call` that an answer must repeat. */
export interface AskedCall {
  readonly name: string
  readonly arguments?: unknown
}

/** Longer than a question waits: the wait has its own end, which explains itself. Milliseconds. */
const defaultLifetimeMs = 60 * 60_000
const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Creates a seal with a key of its own, so that what one client carries is of no use to another. */
export function createQuestionSeal(clock: Clock, lifetimeMs = defaultLifetimeMs): QuestionSeal {
  const key = randomBytes(32)
  return {
    seal: (handle, asked) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(textOf(asked))
      const body = JSON.stringify({ handle, until: clock.now() + lifetimeMs })
      return Buffer.concat([iv, cipher.update(body, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    open: (text, asked) => {
      const bytes = Buffer.from(text, 'base64url')
      // Other spellings of the same bytes are not ours.
      if (bytes.length <= ivBytes + tagBytes || bytes.toString('base64url') !== text) return undefined
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(textOf(asked))
        .setAuthTag(bytes.subarray(-tagBytes))
      try {
        const body = Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()])
        const { handle, until } = JSON.parse(body.toString('utf8')) as { handle: string; until: number }
        return clock.now() < until ? handle : undefined
      } catch {
        return undefined
      }
    },
  }
}

function textOf({ name, arguments: given = {} }: AskedCall): Buffer {
  return Buffer.from(JSON.stringify([name, inOrder(given)]))
}

/** Clients may repeat the members of an object in another order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [key, inOrder(member)] as const)
  return members.sort(([left], [right]) => (left < right ? -1 : 1))
}
