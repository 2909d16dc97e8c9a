import { constants } from 'node:os'
import type { Interruption } from './io.ts'

const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first interrupt lets every call reach its outcome; the second one ends the process at once. */
export function catchInterrupts(process: NodeJS.Process): Interruption {
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
  return { signal: controller.signal, [Symbol.dispose]: release }
}
