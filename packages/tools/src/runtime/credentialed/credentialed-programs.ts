import { DrawbridgeError, type Principal } from '@drawbridge/core'
import { escapeToOneLine } from '@drawbridge/core/base'
import type { RE2JS } from 're2js'
import type { CredentialedProgram } from './credentialed-program.ts'
import { type CredentialedPreset, credentialedPresets } from './presets.ts'

/** A configured program, ready to be asked. */
export interface GrantedProgram {
  readonly name: string
  /** The configured path, if there is one. */
  readonly path?: string
  /** Its name for each credential, with the name under which the value is found. */
  readonly credentials: ReadonlyMap<string, string>
  /** Variables with fixed values. */
  readonly settings: Readonly<Record<string, string>>
  /** Seconds. */
  readonly timeout: number
  readonly tips: string
  /** Returns the reason that these arguments are refused; undefined if they are not. Pure. */
  objection(args: readonly string[]): string | undefined
}

/** The programs that run with credentials. */
export interface CredentialedPrograms {
  /** Undefined for any other name, and for a path. */
  find(name: string): GrantedProgram | undefined
  list(): readonly GrantedProgram[]
}

const defaultTimeoutSeconds = 30
/** The maximum length of denied text in a message. */
const maxQuoted = 100

/**
 * Rejects with `invalid_option` if a record cannot work. Records that are not enabled are left out. The engine for their patterns
 * is loaded if any has one.
 */
export async function createCredentialedPrograms(
  records: readonly CredentialedProgram[],
): Promise<CredentialedPrograms> {
  const programs = new Map<string, GrantedProgram>()
  if (records.length > 0) {
    const { RE2JS: engine } = await import('re2js')
    for (const record of records) {
      const program = compileProgram(record, engine)
      if (programs.has(program.name)) throw invalid(record, 'is configured twice')
      programs.set(program.name, program)
    }
    for (const record of records) if (record.enabled === false) programs.delete(record.binary_name)
  }
  return { find: (name) => programs.get(name), list: () => [...programs.values()] }
}

type Engine = typeof RE2JS

function compileProgram(record: CredentialedProgram, engine: Engine): GrantedProgram {
  const { binary_name: name, binary_path: path, timeout_seconds: timeout = defaultTimeoutSeconds } = record
  if (!/^[\w.+-]+$/.test(name)) throw invalid(record, 'needs a bare name, without a folder or blanks')
  if (path !== undefined && !path.startsWith('/')) throw invalid(record, `needs an absolute binary_path, not "${path}"`)
  if (!(timeout > 0)) throw invalid(record, `needs a timeout_seconds above 0, not ${timeout}`)
  const preset = presetOf(record)
  return {
    name,
    ...(path === undefined ? {} : { path }),
    credentials: credentialsOf(record, preset),
    settings: preset?.settings ?? {},
    timeout,
    tips: [preset?.tips, record.tips].filter((text) => text !== undefined).join(' '),
    objection: createObjection(record, preset, engine),
  }
}

function presetOf(record: CredentialedProgram): CredentialedPreset | undefined {
  const { binary_name: name, preset = name } = record
  if (preset === false) return undefined
  const found = credentialedPresets.get(preset)
  if (found === undefined && record.preset !== undefined) {
    throw invalid(record, `names a preset "${preset}" that is not one of ${[...credentialedPresets.keys()].join(', ')}`)
  }
  return found
}

function credentialsOf(
  record: CredentialedProgram,
  preset: CredentialedPreset | undefined,
): ReadonlyMap<string, string> {
  const { environment = preset?.environment ?? [] } = record
  const pairs = isList(environment) ? environment.map((name) => [name, name] as const) : Object.entries(environment)
  if (pairs.length === 0) throw invalid(record, 'needs an environment with its credentials')
  const bad = pairs.flat().find((name) => !/^[A-Za-z_]\w*$/.test(name) || changesPrograms.test(name))
  if (bad !== undefined) throw invalid(record, `cannot be given "${bad}": it is not the name of a credential`)
  return new Map(pairs)
}

type Environment = CredentialedPreset['environment']

function isList(environment: Environment): environment is readonly string[] {
  return Array.isArray(environment)
}

/** Variables that make a program load code, look elsewhere for it, or read other files. */
const changesPrograms =
  /^(?:LD_|DYLD_|BASH_|NODE_OPTIONS$|PYTHON|PERL5|RUBY|PATH$|ENV$|IFS$|SHELLOPTS$|GIT_(?!CONFIG_VALUE_1$|HTTP_HEADER$)\w+$)/

function createObjection(
  record: CredentialedProgram,
  preset: CredentialedPreset | undefined,
  engine: Engine,
): GrantedProgram['objection'] {
  const compile = (pattern: string) => compilePattern(record, pattern, engine)
  const joined = [...(preset?.deny_args ?? []), ...(record.deny_args ?? [])].map(compile)
  const single = [...(preset?.deny_verbose ?? []), ...(record.deny_verbose ?? [])].map(compile)
  const deniedPart = (part: string): string =>
    `its arguments contain ${JSON.stringify(part.trim().slice(0, maxQuoted))}, which is denied for ${record.binary_name}`
  return (args) => {
    // In addition to the plain text, one in which every argument is one word, so that a blank inside an argument hides
    // nothing.
    const texts = [args.join(' '), args.map((arg) => arg.replace(/\s+/g, '_')).join(' ')]
    for (const pattern of joined) {
      for (const text of texts) {
        const match = pattern.matcher(text)
        if (match.find()) return deniedPart(match.group() ?? '')
      }
    }
    for (const arg of args) {
      if (single.some((pattern) => pattern.matcher(arg).lookingAt())) return deniedPart(arg)
    }
    return undefined
  }
}

function compilePattern(record: CredentialedProgram, pattern: string, engine: Engine): RE2JS {
  try {
    return engine.compile(pattern)
  } catch (error) {
    throw invalid(record, `has a pattern ${JSON.stringify(pattern)} that cannot be read: ${String(error)}`)
  }
}

function invalid({ binary_name: name }: CredentialedProgram, why: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', `The credentialed program ${JSON.stringify(name)} ${why}.`)
}

/**
 * The programs with credentials, and their grantees. Checked again for each call, so that a revoked grant ends at once.
 */
export interface ProgramGrants {
  /** Returns the programs of a run. For the run, any other program has no credentials. */
  of(principal: Pick<Principal, 'agent' | 'user'>): CredentialedPrograms
  /** Programs that every run may use. */
  readonly everyones: CredentialedPrograms
  /** All of them. */
  readonly all: CredentialedPrograms
}

/** Programs that every run may use. */
export function grantToEveryone(programs: CredentialedPrograms): ProgramGrants {
  return { of: () => programs, everyones: programs, all: programs }
}

/**
 * Returns the section of an agent's TOOLS.md about its granted programs: how to call them, and the tips of each.
 * Markdown, without a trailing line break; empty if there are none. Made on every read, never stored. Pure.
 */
export function describePrograms(programs: readonly Pick<GrantedProgram, 'name' | 'tips'>[]): string {
  const [first] = programs
  if (first === undefined) return ''
  return [
    '## Programs with credentials',
    '',
    `These programs have credentials, which you never see. Call them with \`runtime.credentialed_exec\`, such as \`{"binary": "${first.name}", "args": ["--help"]}\`, or as a whole command line of \`runtime.exec\`. No shell reads their arguments: no pipes, redirections, variables or further commands; process their output afterwards. \`"check": true\` checks if arguments would be refused.`,
    '',
    ...programs.map(({ name, tips }) => (tips === '' ? `- \`${name}\`` : `- \`${name}\`: ${escapeToOneLine(tips)}`)),
  ].join('\n')
}
