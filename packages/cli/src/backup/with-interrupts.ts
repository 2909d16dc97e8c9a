import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'

/** Carries out what ends in good order at the first Ctrl-C; says so then. */
export async function withInterrupts(
  io: Pick<Io, 'catchInterrupts' | 'diagnostics'>,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<ExitCode> {
  using interruption = io.catchInterrupts()
  try {
    await work(interruption.signal)
    return exitCodes.ok
  } catch (error) {
    if (!interruption.signal.aborted) throw error
    await io.diagnostics.write('drawbridge: interrupted; nothing was left behind.\n')
    return exitCodes.cancelled
  }
}
