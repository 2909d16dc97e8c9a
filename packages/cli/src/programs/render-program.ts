import { escapeToOneLine } from '@drawbridge/core/base'
import type { ProgramGrantee } from '@drawbridge/sdk/secrets'
import type { ProgramJson } from './program-json.ts'

/** A program in one line. */
export function renderProgramLine(program: ProgramJson, width: number): string {
  const { name, enabled, problem } = program
  const parts = [
    name.padEnd(width),
    enabled ? 'enabled ' : 'disabled',
    `for ${grantees(program.grants)}`,
    variables(program),
  ]
  return `${escapeToOneLine(parts.join('  '))}${problem === undefined ? '' : `  cannot be used: ${problem}`}\n`
}

/** All that is known of a program, a line for each thing. */
export function renderProgram(program: ProgramJson): string {
  const lines: readonly (readonly [string, string])[] = [
    ['program', program.name],
    ['file', program.path ?? 'the first on the search path that no one else can replace'],
    ['state', program.enabled ? 'enabled' : 'disabled'],
    ['granted to', grantees(program.grants)],
    ['variables', program.problem === undefined ? variables(program) : `cannot be opened: ${program.problem}`],
    ['preset', program.preset ?? 'none'],
    ...program.denyArgs.map((pattern) => ['denied', pattern] as const),
    ...program.denyVerbose.map((pattern) => ['denied option', pattern] as const),
    ['time limit', `${program.timeoutSeconds} s`],
    ['tips', program.tips === '' ? 'none' : program.tips],
    ['key', program.keyId],
  ]
  return lines.map(([label, value]) => `${label.padEnd(13)}  ${escapeToOneLine(value)}\n`).join('')
}

export function describeGrantee({ agent, user }: ProgramGrantee): string {
  if (agent === undefined && user === undefined) return 'everyone'
  const agents = agent === undefined ? [] : [`agent ${agent}`]
  const users = user === undefined ? [] : [`user ${user}`]
  return [...agents, ...users].join(' for ')
}

function grantees(grants: readonly ProgramGrantee[]): string {
  return grants.length === 0 ? 'nobody' : grants.map(describeGrantee).join(', ')
}

function variables(program: ProgramJson): string {
  const names = program.variables.map((variable) =>
    'secret' in variable ? `${variable.name} (secret ${variable.secret})` : variable.name,
  )
  return names.join(', ')
}
