import type { OpenSecretStore } from '@drawbridge/sdk/secrets'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { findKept, type SecretFlags } from '../secrets/open-kept.ts'
import { findProgram, reportMissing } from './find-program.ts'
import { programJson } from './program-json.ts'

/** Changes a program and prints the message that the change resolves to. If that is undefined, the program does not exist. */
export async function changeProgram(
  name: string,
  flags: SecretFlags,
  io: Io,
  change: (programs: OpenSecretStore['programs']) => Promise<string | undefined>,
): Promise<ExitCode> {
  await using store = await findKept(flags, io)
  const said = store === undefined ? undefined : await change(store.programs)
  if (said === undefined) return await reportMissing(name, store, io)
  const program = await findProgram(name, store)
  const json = program === undefined ? { name, result: 'removed' } : programJson(program)
  await io.output.write(flags.json === true ? `${JSON.stringify(json)}\n` : `${said}\n`)
  return exitCodes.ok
}
