import { secretObjection } from '@drawbridge/core/scrub'
import type { ProgramEnvironment, ProgramVariable } from '@drawbridge/sdk/secrets'
import { credentialedPresets } from '@drawbridge/tools'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { readSecret } from '../secrets/read-secret.ts'

/** The sources of a program's variables: `VARIABLE`, or `VARIABLE=` with a name or a file. */
export interface VariableFlags {
  readonly secret?: readonly string[]
  readonly fromEnv?: readonly string[]
  readonly fromFile?: readonly string[]
  /** The one whose value comes on standard input. */
  readonly stdin?: string
}

/** Reads the values of a program's variables. Throws if there are none, or one is given twice. */
export async function readVariables(
  flags: VariableFlags,
  preset: string | undefined,
  io: Pick<Io, 'input' | 'diagnostics' | 'environment'>,
): Promise<ProgramEnvironment> {
  const variables = new Map<string, ProgramVariable>()
  const add = (name: string, variable: ProgramVariable) => {
    const own = presetVariable(name, preset)
    if (variables.has(own)) throw new UsageError(`The variable "${own}" is given twice.`)
    const objection = 'value' in variable ? secretObjection(variable.value) : undefined
    if (objection !== undefined) throw new UsageError(`The value of "${own}" ${objection}.`)
    variables.set(own, variable)
  }
  for (const [name, secret] of (flags.secret ?? []).map(pair)) add(name, { secret: secret ?? name })
  for (const [name, from] of (flags.fromEnv ?? []).map(pair))
    add(name, { value: await readSecret({ fromEnv: from ?? name }, io) })
  for (const [name, file] of (flags.fromFile ?? []).map(pair)) {
    if (file === undefined) throw new UsageError(`Name the file: --from-file ${name}=FILE`)
    add(name, { value: await readSecret({ fromFile: file }, io) })
  }
  if (flags.stdin !== undefined) add(flags.stdin, { value: await readSecret({}, io) })
  if (variables.size === 0) throw new UsageError(howToGive(preset))
  return Object.fromEntries(variables)
}

function pair(text: string): readonly [name: string, rest: string | undefined] {
  const end = text.indexOf('=')
  return end === -1 ? [text, undefined] : [text.slice(0, end), text.slice(end + 1)]
}

/** A preset may have a telling name for a variable that has none. */
function presetVariable(name: string, preset: string | undefined): string {
  return presetPairs(preset).find(([, reference]) => reference === name)?.[0] ?? name
}

function presetPairs(preset: string | undefined): readonly (readonly [variable: string, reference: string])[] {
  const environment = preset === undefined ? undefined : credentialedPresets.get(preset)?.environment
  return Object.entries(environment ?? {}).map(([key, reference]) =>
    Array.isArray(environment) ? [reference, reference] : [key, reference],
  )
}

function howToGive(preset: string | undefined): string {
  const names = presetPairs(preset).map(([, reference]) => reference)
  const [name = 'VARIABLE'] = names
  const which = names.length === 0 ? '' : ` The preset "${preset}" has: ${names.join(', ')}.`
  return `No credentials were given.${which} Give each with --secret ${name} (the secret of that name, or --secret ${name}=NAME), --from-env ${name}, --from-file ${name}=FILE or --stdin ${name}.`
}
