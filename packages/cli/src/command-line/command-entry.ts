import type { ConfigureCommand } from './configure-command.ts'

/** A command as the help lists it; the rest of it is loaded when it is needed. */
export interface CommandEntry {
  readonly path: readonly [name: string] | readonly [group: string, name: string]
  readonly summary: string
  /** True if the name of its group alone runs this command. */
  readonly isDefault?: boolean
  load(): Promise<ConfigureCommand>
}
