import { didYouMean } from '@drawbridge/core/base'
import { type OpenSecretStore, secretsIn } from '@drawbridge/sdk/secrets'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { findKept, type SecretFlags } from './open-kept.ts'

/** Removes a secret, and names the programs that are without it now. */
export async function removeSecret(name: string, flags: SecretFlags, io: Io): Promise<ExitCode> {
  const { output, diagnostics } = io
  await using store = await findKept(flags, io)
  if (store === undefined || !(await store.secrets.remove(name))) {
    const names = (await store?.secrets.list()) ?? []
    const near = didYouMean(
      name,
      names.map((secret) => secret.name),
    )
    await diagnostics.write(
      `drawbridge: The secret ${JSON.stringify(name)} does not exist.${near} See: drawbridge secrets list\n`,
    )
    return exitCodes.failed
  }
  const programs = await programsWith(name, store)
  if (programs.length > 0) {
    await diagnostics.write(`These programs have no credentials without it: ${programs.join(', ')}.\n`)
  }
  await output.write(
    flags.json === true
      ? `${JSON.stringify({ name, result: 'removed', programs })}\n`
      : `Removed the secret "${name}".\n`,
  )
  return exitCodes.ok
}

async function programsWith(name: string, store: OpenSecretStore): Promise<readonly string[]> {
  const programs = await store.programs.list()
  return programs
    .filter(({ environment }) => secretsIn(environment).includes(name))
    .map(({ record }) => record.binary_name)
}
