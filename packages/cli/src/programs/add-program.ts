import { compileProgram, type ProgramRecord, secretsIn } from '@drawbridge/sdk/secrets'
import { credentialedPresets } from '@drawbridge/tools'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import { openKept, type SecretFlags } from '../secrets/open-kept.ts'
import { findProgram } from './find-program.ts'
import { programJson } from './program-json.ts'
import { readVariables, type VariableFlags } from './program-variables.ts'

export interface AddFlags extends SecretFlags, VariableFlags {
  readonly path?: string
  /** Default: the one of the program's name. False: none. */
  readonly preset?: string | boolean
  readonly denyArgs?: readonly string[]
  readonly denyVerbose?: readonly string[]
  readonly timeoutSeconds?: number
  readonly tips?: string
  readonly disabled?: boolean
  readonly replace?: boolean
}

/** Adds a program, which is granted to no one yet. */
export async function addProgram(name: string, flags: AddFlags, io: Io): Promise<ExitCode> {
  const record = recordOf(name, flags)
  const variables = await readVariables(flags, record.preset, io)
  await compileProgram(record, Object.keys(variables))
  await using store = await openKept(flags, io)
  const result = await store.programs.put(record, variables, { replace: flags.replace === true })
  if (result === 'exists') {
    await io.diagnostics.write(`drawbridge: The program "${name}" already exists. Add --replace to replace it.\n`)
    return exitCodes.failed
  }
  const program = await findProgram(name, store)
  if (program === undefined) throw new TypeError(`"${name}" was saved but cannot be found.`)
  await noteMissing(secretsIn(program.environment), await store.secrets.list(), io)
  const json = programJson(program)
  if (json.grants.length === 0) {
    await io.diagnostics.write(`No one may use it yet: drawbridge programs grant ${name} --agent ID, or --everyone\n`)
  }
  const said = result === 'added' ? `Added the program "${name}".` : `Replaced the program "${name}".`
  await io.output.write(flags.json === true ? `${JSON.stringify(json)}\n` : `${said}\n`)
  return exitCodes.ok
}

function recordOf(name: string, flags: AddFlags): ProgramRecord {
  const preset = presetOf(name, flags.preset)
  return {
    binary_name: name,
    ...(flags.path === undefined ? {} : { binary_path: flags.path }),
    ...(preset === undefined ? {} : { preset }),
    deny_args: flags.denyArgs ?? [],
    deny_verbose: flags.denyVerbose ?? [],
    timeout_seconds: flags.timeoutSeconds ?? 30,
    tips: flags.tips ?? '',
    enabled: flags.disabled !== true,
  }
}

function presetOf(name: string, given: AddFlags['preset']): string | undefined {
  if (typeof given === 'string') return given
  return given === false || !credentialedPresets.has(name) ? undefined : name
}

async function noteMissing(
  needed: readonly string[],
  there: readonly { readonly name: string }[],
  { diagnostics }: Io,
): Promise<void> {
  const missing = needed.filter((name) => !there.some((secret) => secret.name === name))
  for (const name of missing)
    await diagnostics.write(`The secret "${name}" does not exist yet. Create it: drawbridge secrets set ${name}\n`)
}
