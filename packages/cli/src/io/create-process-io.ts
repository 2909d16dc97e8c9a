import { constants } from 'node:os'
import { openTerminal } from '../terminal/open-terminal.ts'
import { createTextOutput } from './create-text-output.ts'
import type { Interruption, Io } from './io.ts'

const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The streams, signals and terminal of this process. */
export function createProcessIo(process: NodeJS.Process): Io {
  const { stdout, stderr, env } = process
  const unread = new AbortController()
  const onClosed = () => unread.abort(new DOMException('nobody reads the output any more', 'AbortError'))
  return {
    // Looking at it opens it, and a command that reads nothing should not hold on to its input.
    get input() {
      return process.stdin
    },
    output: createTextOutput(stdout, env, onClosed),
    diagnostics: createTextOutput(stderr, env),
    environment: env,
    catchInterrupts: ({ orUnread = false } = {}) => catchInterrupts(process, orUnread ? [unread.signal] : []),
    openTerminal: (options) => openTerminal(env, options),
  }
}

/** The first interrupt lets every call reach its outcome; the second one ends the process at once. */
function catchInterrupts(process: NodeJS.Process, others: readonly AbortSignal[]): Interruption {
  const controller = new AbortController()
  const release = () => {
    for (const name of interrupts) process.off(name, onInterrupt)
  }
  const onInterrupt = (name: NodeJS.Signals) => {
    // Exits instead of dying by the signal, so that exit handlers can end the started programs.
    if (controller.signal.aborted) process.exit(128 + constants.signals[name])
    else controller.abort(new DOMException(`interrupted by ${name}`, 'AbortError'))
  }
  for (const name of interrupts) process.on(name, onInterrupt)
  return { signal: AbortSignal.any([controller.signal, ...others]), [Symbol.dispose]: release }
}
