import type { CommandHead, ConfigureCommand } from './configure-command.ts'

/** A command by name; the rest of it is loaded when it is needed. */
export interface CommandEntry extends CommandHead {
  load(): Promise<ConfigureCommand>
}
