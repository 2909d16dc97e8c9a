import type { Io } from '../io/io.ts'
import { openKept, type SecretFlags } from './open-kept.ts'

/** Encrypts everything that is kept with a new key. */
export async function rotateKeys(flags: SecretFlags, io: Io): Promise<void> {
  await using store = await openKept(flags, io)
  const rotation = await store.rotate()
  const { keyId, renewed, isNew } = rotation
  const text = isNew
    ? `Everything is encrypted with the new key ${keyId} in ${store.keysName}; ${renewed} values were encrypted again. Other users of that file need the new one.\n`
    : `Everything is encrypted with ${keyId}, the first key of ${store.keysName}; ${renewed} values were encrypted again. No other key is needed any more.\n`
  await io.output.write(flags.json === true ? `${JSON.stringify(rotation)}\n` : text)
}
