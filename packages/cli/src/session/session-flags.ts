import type { Mode } from '@drawbridge/core'
import type { Command } from 'commander'

/**
 * The approvers of a call: the person at the terminal, their approval in advance, `drawbridge approvals`, or no one.
 */
export const approveFlags = ['ask', 'always', 'desk', 'never'] as const
export type ApproveFlag = (typeof approveFlags)[number]

/** The options of every command that works on a folder. */
export interface SessionFlags {
  readonly workspace?: string
  readonly home?: string
  readonly mode?: Mode
  /** Globs of paths that no call may touch. */
  readonly deny?: readonly string[]
  readonly config?: string
  readonly agent?: string
  readonly user?: string
}

/** The modes that a person can choose. */
export const modes = ['default', 'plan', 'accept-edits', 'bypass', 'non-interactive'] as const satisfies readonly Mode[]

/** Adds the flags for the workspace and the data folder. */
export function addFolderFlags(command: Command): Command {
  return command
    .option('--workspace <folder>', 'the folder that tools work in (default: the current one)')
    .option('--home <folder>', "where drawbridge keeps its data (default: $DRAWBRIDGE_HOME, else '~/.drawbridge')")
}

/** Adds the flags for the caller. */
export function addCallerFlags(command: Command): Command {
  return command
    .option('--agent <id>', 'the agent whose lists and rules apply; a stored agent works in its own folder')
    .option('--user <id>', "the user that the agent works for (default for a stored agent: 'local')")
}

/** Adds the flag for paths that no call may touch. */
export function addDenyFlag(command: Command): Command {
  return command.option(
    '--deny <path>',
    'a path, or a glob of paths, that no call may touch in any mode; may be repeated',
    (path: string, before: readonly string[] | undefined) => [...(before ?? []), path],
  )
}

/** Adds the flags for the data folder and its configuration. */
export function addStoreFlags(command: Command): Command {
  return addFolderFlags(command).option(
    '--config <file>',
    "the operator's configuration (default: drawbridge.jsonc in the home)",
  )
}

/** Adds the flags of a session, including those for the policy. */
export function addSessionFlags(command: Command): Command {
  return addStoreFlags(command).addOption(
    command
      .createOption(
        '--mode <mode>',
        "strictness of the policy; bypass must be permitted by the operator's configuration",
      )
      .choices(modes),
  )
}
