import { type CommandWord, type DenyGroupHit, shellCommand } from '@drawbridge/core/target'
import type { AnalysedCommand } from '@drawbridge/sandbox'
import {
  type Denial,
  defaultDenySettings,
  obeyedFiles,
  type ShellCommand,
  unapprovedOf,
  unnamedObjection,
  type Word,
} from '@drawbridge/shell'
import { type CommandSurroundings, markCredentialed } from './mark-credentialed.ts'

/**
 * Describes a command as a target. Returns undefined for a guess at what a launcher starts, unless the guess matches a deny group;
 * nothing else of a guess counts.
 */
export function describeCommand(command: ShellCommand, surroundings: CommandSurroundings): AnalysedCommand | undefined {
  const { hits, ...mark } = markCredentialed(command, surroundings)
  const denials = surroundings.analysis.denials.filter((denial) => denial.command === command)
  const denyGroups = [...denials.flatMap(hitOf), ...hits]
  const { argv, call, location, span, speculative } = command
  if (speculative && denyGroups.length === 0) return undefined
  const code = speculative ? [] : obeyedFiles(command, surroundings.workspace)
  const unapproved = speculative ? 'core' : unapprovedOf(command, surroundings.analysis)
  const unnamed = unnamedObjection(command)
  const [first = { text: effectsAlone(command), static: true }, ...rest] = argv.map(plainWord)
  return {
    argv: [first, ...rest],
    dynamic: argv.some((word) => !word.static),
    readonly: unapproved !== null,
    unapproved,
    gadgets: call.gadgets.map(({ why }) => why),
    denyGroups,
    ...mark,
    ...(code.length === 0 ? {} : { code }),
    ...(unnamed === undefined ? {} : { unnamed }),
    ...(location.known ? { cwd: location.path } : {}),
    ...(span === undefined ? {} : { span }),
    [shellCommand]: command,
  }
}

function hitOf({ group, why }: Denial): readonly DenyGroupHit[] {
  const action = defaultDenySettings[group]
  return action === 'off' ? [] : [{ group, action, part: why }]
}

function plainWord({ text, static: isStatic }: Word): CommandWord {
  return { text, static: isStatic }
}

/** `> file` and `NAME=value` run no program and still do something. */
function effectsAlone({ assignments, redirects }: ShellCommand): string {
  const set = assignments.map(({ name, value }) => `${name}=${value.text}`)
  return [...set, ...redirects.map(({ operator, target }) => `${operator} ${target.text}`)].join(' ')
}
