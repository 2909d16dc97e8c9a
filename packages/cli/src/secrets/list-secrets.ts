import type { SecretEntry } from '@drawbridge/sdk/secrets'
import type { Io } from '../io/io.ts'
import { findKept, type SecretFlags } from './open-kept.ts'

/** Lists the names of the stored secrets. */
export async function listSecrets(flags: SecretFlags, io: Io): Promise<void> {
  await using store = await findKept(flags, io)
  const secrets = (await store?.secrets.list()) ?? []
  const { output, diagnostics } = io
  if (flags.json === true) return output.write(`${JSON.stringify({ secrets })}\n`)
  if (secrets.length === 0)
    return diagnostics.write('There are no secrets. Add one with: drawbridge secrets set NAME\n')
  const width = Math.max(...secrets.map(({ name }) => name.length))
  await output.write(secrets.map((secret) => row(secret, width)).join(''))
}

function row({ name, keyId, updatedAt }: SecretEntry, width: number): string {
  return `${name.padEnd(width)}  changed ${new Date(updatedAt).toISOString()}  key ${keyId}\n`
}
