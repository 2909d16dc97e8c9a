import type { Io } from '../io/io.ts'
import { openKept, type SecretFlags } from './open-kept.ts'
import { readSecret, type SecretOrigin } from './read-secret.ts'

/** Keeps a value under a name. */
export async function setSecret(name: string, flags: SecretFlags & SecretOrigin, io: Io): Promise<void> {
  const value = await readSecret(flags, io)
  await using store = await openKept(flags, io)
  const result = await store.secrets.set(name, value)
  const text = result === 'added' ? `Added the secret "${name}".` : `Replaced the secret "${name}".`
  await io.output.write(flags.json === true ? `${JSON.stringify({ name, result })}\n` : `${text}\n`)
}
