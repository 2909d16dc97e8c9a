import { assertNever } from '@drawbridge/core/base'
import type { OpenedEnvelope } from './envelope.ts'

/** Describes the reason that something cannot be decrypted, and the way out, without revealing the content. */
export function describeRefusal(
  { reason, keyId = '' }: Extract<OpenedEnvelope, { status: 'refused' }>,
  keysName: string,
): string {
  switch (reason) {
    case 'malformed':
      return 'it is truncated, or was never encrypted. Set it again.'
    case 'tampered':
      return 'it was changed after it was encrypted, or belongs to another name. Set it again.'
    case 'unknown_key':
      return `it is encrypted with the key ${keyId}, which ${keysName} does not contain. Add that key, or remove it and set it again.`
    default:
      return assertNever(reason)
  }
}
