import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { findKept, type SecretFlags } from '../secrets/open-kept.ts'
import { findProgram, reportMissing } from './find-program.ts'
import { programJson } from './program-json.ts'
import { renderProgram } from './render-program.ts'

/** Shows all that is known of a program but its values. */
export async function showProgram(name: string, flags: SecretFlags, io: Io): Promise<ExitCode> {
  await using store = await findKept(flags, io)
  const program = await findProgram(name, store)
  if (program === undefined) return await reportMissing(name, store, io)
  const json = programJson(program)
  await io.output.write(flags.json === true ? `${JSON.stringify(json)}\n` : renderProgram(json))
  return exitCodes.ok
}
