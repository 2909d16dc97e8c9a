import { compileProgram, type OpenSecretStore, type ProgramRecord } from '@drawbridge/sdk/secrets'
import { credentialedPresets } from '@drawbridge/tools'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { findKept, type SecretFlags } from '../secrets/open-kept.ts'
import { findProgram, reportMissing } from './find-program.ts'

/** Says whether a program would take these arguments; nothing runs. One that is not kept is judged by the preset of its name. */
export async function checkProgram(
  name: string,
  args: readonly string[],
  flags: SecretFlags,
  io: Io,
): Promise<ExitCode> {
  await using store = await findKept(flags, io)
  const record = await recordToCheck(name, store)
  if (record === undefined) return await reportMissing(name, store, io)
  const reason = (await compileProgram(record.record, ['CREDENTIAL'])).objection(args)
  const result = { name, kept: record.kept, allowed: reason === undefined, ...(reason === undefined ? {} : { reason }) }
  const text = reason === undefined ? `"${name}" would accept these arguments.` : `This would be refused: ${reason}.`
  const by = record.kept ? '' : ` Its preset decided that, because the program is not added yet.`
  await io.output.write(flags.json === true ? `${JSON.stringify(result)}\n` : `${text}${by}\n`)
  return reason === undefined ? exitCodes.ok : exitCodes.denied
}

async function recordToCheck(
  name: string,
  store: OpenSecretStore | undefined,
): Promise<{ readonly record: ProgramRecord; readonly kept: boolean } | undefined> {
  const program = await findProgram(name, store)
  if (program !== undefined) return { record: program.record, kept: true }
  if (!credentialedPresets.has(name)) return undefined
  const empty = { deny_args: [], deny_verbose: [], timeout_seconds: 30, tips: '', enabled: true }
  return { record: { ...empty, binary_name: name, preset: name }, kept: false }
}
