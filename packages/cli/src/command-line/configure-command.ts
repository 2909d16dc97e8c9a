import type { Room } from '@drawbridge/room'
import type { Command } from 'commander'
import type { Check } from '../doctor/check.ts'
import type { Io } from '../io/io.ts'
import type { ExitCode } from './exit-code.ts'

/** The context of a command, besides its own arguments. */
export interface CommandContext {
  readonly io: Io
  /** Says how the command ended. One that says nothing ended well. */
  finish(code: ExitCode): void
  /** Loads the checks of every capability, those of these rooms included. */
  checksWith(rooms: readonly Room[]): Promise<readonly Check[]>
}

/** Gives a command its arguments, options, examples and action. Must load nothing that only the action needs. */
export type ConfigureCommand = (command: Command, context: CommandContext) => void
