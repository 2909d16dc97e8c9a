import type { ShellCommand } from '../shell-command.ts'
import { containerEscape, credentialDump, environment, exfiltration, persistence, privilege } from './ask-groups.ts'
import { codeTexts, isNamed } from './command-facts.ts'
import type { DenyGroup, DenyRule } from './deny-group.ts'
import { destructive } from './destructive.ts'
import { disk } from './disk.ts'
import { evalInjection } from './eval-injection.ts'
import { power } from './power.ts'
import { remoteExecution } from './remote-execution.ts'
import { reverseShell } from './reverse-shell.ts'

const rules: Readonly<Record<DenyGroup, DenyRule>> = {
  destructive,
  disk,
  power,
  'fork-bomb': forkBomb,
  'remote-execution': remoteExecution,
  'reverse-shell': reverseShell,
  'eval-injection': evalInjection,
  exfiltration,
  privilege,
  environment,
  'container-escape': containerEscape,
  persistence,
  'credential-dump': credentialDump,
}

const entries = Object.entries(rules) as readonly (readonly [DenyGroup, DenyRule])[]

/** One command of a line that belongs to a deny group. */
export interface Denial {
  readonly group: DenyGroup
  readonly command: ShellCommand
  readonly why: string
}

/** Every group that a command belongs to. */
export function findDenials(command: ShellCommand): Denial[] {
  const denials: Denial[] = []
  for (const [group, rule] of entries) {
    const why = rule(command)
    if (why !== undefined) denials.push({ group, command, why })
  }
  return denials
}

/** A function, or a script, that starts itself twice or in the background; the same written in an interpreter. */
function forkBomb(command: ShellCommand): string | undefined {
  const name = command.argv[0]?.text
  if (name !== undefined && (command.piped || command.background)) {
    if (command.insideFunctions.includes(name)) return `the function ${name} starts itself`
    if (/^\$\{?0\}?$/.test(name)) return 'the script starts itself'
  }
  const loops = codeTexts(command).some((code) =>
    /\bfork\b[\s()]*(?:while|until)\b|(?:while|for|until|loop)\b[\s\S]*\bfork\b/.test(code),
  )
  if (loops) return 'forks without end'
  return isNamed(command, '%0') && command.piped ? 'the script starts itself' : undefined
}
