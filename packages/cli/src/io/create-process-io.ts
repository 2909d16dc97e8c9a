import { openTerminal } from '../terminal/open-terminal.ts'
import { catchInterrupts } from './catch-interrupts.ts'
import { createTextOutput } from './create-text-output.ts'
import type { Io } from './io.ts'

/** The streams, signals and terminal of this process. */
export function createProcessIo(process: NodeJS.Process): Io {
  const { stdout, stderr, env } = process
  return {
    // Looking at it opens it, and a command that reads nothing should not hold on to its input.
    get input() {
      return process.stdin
    },
    output: createTextOutput(stdout, env),
    diagnostics: createTextOutput(stderr, env),
    environment: env,
    catchInterrupts: () => catchInterrupts(process),
    openTerminal: (options) => openTerminal(env, options),
  }
}
