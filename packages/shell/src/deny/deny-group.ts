import type { ShellCommand } from '../shell-command.ts'

/** Groups of dangerous commands; each is `deny`, `ask` or `off` per operator and agent. */
export const denyGroups = [
  'destructive',
  'disk',
  'power',
  'fork-bomb',
  'remote-execution',
  'reverse-shell',
  'eval-injection',
  'exfiltration',
  'privilege',
  'environment',
  'container-escape',
  'persistence',
  'credential-dump',
] as const

/** The name of a group of dangerous commands. */
export type DenyGroup = (typeof denyGroups)[number]

/** The treatment of a group of dangerous commands. */
export type DenySetting = 'deny' | 'ask' | 'off'

/** The default settings. */
export const defaultDenySettings: Readonly<Record<DenyGroup, DenySetting>> = {
  destructive: 'deny',
  disk: 'deny',
  power: 'deny',
  'fork-bomb': 'deny',
  'remote-execution': 'deny',
  'reverse-shell': 'deny',
  'eval-injection': 'deny',
  exfiltration: 'ask',
  privilege: 'ask',
  environment: 'ask',
  'container-escape': 'ask',
  persistence: 'ask',
  'credential-dump': 'ask',
}

/** A function that returns the reason that a command belongs to a group, or `undefined` if it does not. */
export type DenyRule = (command: ShellCommand) => string | undefined
