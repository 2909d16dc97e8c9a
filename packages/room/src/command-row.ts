import type { House, HouseGround } from './house.ts'
import type { ExitCode, Io } from './terminal.ts'

/** A command as the help lists it; the rest of it is loaded when it is needed. */
export interface CommandRow<Section = unknown> {
  /** `[group, name]`, or `[name]` alone. For a room of others the first word is the name of the room. */
  readonly path: readonly [name: string] | readonly [group: string, name: string]
  /** Begins with a small letter and ends without a full stop. */
  readonly summary: string
  /** True if the name of its group alone runs this command. */
  readonly isDefault?: boolean
  load(): Promise<RoomCommand<Section>>
}

/** An argument of a command. */
export interface CommandArgument {
  readonly name: string
  readonly summary: string
  /** Default true. */
  readonly required?: boolean
  /** Takes all that follows; only the last one may. */
  readonly variadic?: boolean
}

/** An option of a command. */
export interface CommandOption {
  /** `--json`, or with a value `--city <name>`. */
  readonly flags: string
  readonly summary: string
  readonly choices?: readonly string[]
}

/** A command as plain data. `--home`, `--config` and `--workspace` are there for each. */
export interface RoomCommand<Section = unknown> {
  readonly arguments?: readonly CommandArgument[]
  readonly options?: readonly CommandOption[]
  readonly examples?: readonly (readonly [purpose: string, commandLine: string])[]
  /** A return value of undefined means success. The message of a `DrawbridgeError` is shown to the user unchanged. */
  run(invocation: CommandInvocation<Section>): Promise<ExitCode | undefined> | Promise<void>
}

/** One command line that is carried out. */
export interface CommandInvocation<Section = unknown> {
  readonly arguments: readonly string[]
  /** By name without dashes, in camel case. */
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  readonly io: Io
  readonly ground: HouseGround
  /** The folder that `--workspace` names, or the current one. Absolute. */
  readonly workspace: string
  /** The program and first argument that start `drawbridge` from anywhere: for entries in the settings of other programs. */
  readonly startLine: readonly [program: string, launcher: string]
  readonly section: Section | undefined
  /** The whole house, for a command that opens sessions or needs services. Closed when the command has ended. */
  openHouse(): Promise<House>
}
