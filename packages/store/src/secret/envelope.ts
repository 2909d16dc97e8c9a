import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyRing } from './key-ring.ts'
import type { SecretKey } from './secret-key.ts'

/** The value that an envelope belongs to. It cannot be opened for another value, so rows cannot be swapped. */
export interface EnvelopePlace {
  readonly table: string
  readonly column: string
  /** The owner of the row; empty if rows have no owner. */
  readonly owner: string
  readonly name: string
}

export type OpenedEnvelope =
  | { readonly status: 'opened'; readonly text: string }
  | { readonly status: 'refused'; readonly reason: EnvelopeRefusal; readonly keyId?: string }

/** `malformed`: no envelope, or cut off. `unknown_key`: its key is not there. `tampered`: changed, or meant for another place. */
export type EnvelopeRefusal = 'malformed' | 'unknown_key' | 'tampered'

const algorithm = 'aes-256-gcm'
const version = 'v1'
const nonceBytes = 12
const tagBytes = 16
const shape = /^v1\.([\da-f]{16})\.([\w-]{16})\.([\w-]{22,})$/

/**
 * Encrypts a text for one place: `v1.<key id>.<nonce>.<ciphertext and tag>`, the last two as base64url. A fresh nonce of 96 random bits
 * each time, which bears four thousand million texts under one key.
 */
export function sealEnvelope(text: string, key: SecretKey, place: EnvelopePlace): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key.material, nonce, { authTagLength: tagBytes })
  cipher.setAAD(boundTo(place, key.id))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [version, key.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.')
}

/** Decrypts a value that was encrypted for this place. Never throws; a refusal does not reveal the content. */
export function openEnvelope(envelope: string, keys: Pick<KeyRing, 'find'>, place: EnvelopePlace): OpenedEnvelope {
  const [, keyId = '', nonceText = '', sealedText = ''] = shape.exec(envelope) ?? []
  const [nonce, sealed] = [decode(nonceText), decode(sealedText)]
  if (nonce === undefined || sealed === undefined || sealed.length < tagBytes)
    return { status: 'refused', reason: 'malformed' }
  const key = keys.find(keyId)
  if (key === undefined) return { status: 'refused', reason: 'unknown_key', keyId }
  const decipher = createDecipheriv(algorithm, key.material, nonce, { authTagLength: tagBytes })
  decipher.setAAD(boundTo(place, keyId))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
    return { status: 'opened', text: text.toString('utf8') }
  } catch {
    return { status: 'refused', reason: 'tampered', keyId }
  }
}

/** The id of the key that an envelope needs; undefined if the text is not an envelope. */
export function keyIdOf(envelope: string): string | undefined {
  return shape.exec(envelope)?.[1]
}

/** JSON, so that no two places are spelled alike. */
function boundTo({ table, column, owner, name }: EnvelopePlace, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([version, keyId, table, column, owner, name]))
}

/** Only the one spelling that was written: the spare bits of the last character could be changed unnoticed. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return text !== '' && bytes.toString('base64url') === text ? bytes : undefined
}
