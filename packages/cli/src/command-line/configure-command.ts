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
  /** Loads every command, for a command about the command line itself. */
  readGrammar(): Promise<WholeGrammar>
}

/** A command as the help lists it. */
export interface CommandHead {
  readonly path: readonly [name: string] | readonly [group: string, name: string]
  readonly summary: string
  /** True if the name of its group alone runs this command. */
  readonly isDefault?: boolean
}

/** The whole command line, with the arguments and options of every command. */
export interface WholeGrammar {
  readonly program: Command
  readonly commands: readonly CommandHead[]
  /** The canonical names of the tools of rooms. */
  readonly tools: readonly string[]
}

/** Gives a command its arguments, options, examples and action. Must load nothing that only the action needs. */
export type ConfigureCommand = (command: Command, context: CommandContext) => void
