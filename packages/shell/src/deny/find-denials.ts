import type { ShellCommand } from '../model/shell-command.ts'
import { containerEscape, credentialDump, environment, exfiltration, persistence, privilege } from './ask-groups.ts'
import type { DenyGroup, DenyRule } from './deny-group.ts'
import { destructive } from './destructive.ts'
import { disk } from './disk.ts'
import { evalInjection } from './eval-injection.ts'
import { forkBomb } from './fork-bomb.ts'
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
