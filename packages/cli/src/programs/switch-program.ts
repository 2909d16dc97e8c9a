import type { ExitCode } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import type { SecretFlags } from '../secrets/open-kept.ts'
import { changeProgram } from './change-program.ts'

/** Enables a program for its grantees, or disables it for all. */
export async function switchProgram(name: string, enabled: boolean, flags: SecretFlags, io: Io): Promise<ExitCode> {
  return changeProgram(name, flags, io, async (programs) =>
    (await programs.setEnabled(name, enabled)) ? `"${name}" is ${enabled ? 'enabled' : 'disabled'}.` : undefined,
  )
}

/** Removes a program with its credentials and grants. */
export async function removeProgram(name: string, flags: SecretFlags, io: Io): Promise<ExitCode> {
  return changeProgram(name, flags, io, async (programs) =>
    (await programs.remove(name)) ? `Removed the program "${name}".` : undefined,
  )
}
