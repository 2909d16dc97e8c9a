import { constants } from 'node:os'
import type { Interruption } from './io.ts'

const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first interrupt lets every call come to its outcome; whoever sends a second one does not want to wait for that. */
export function catchInterrupts(process: NodeJS.Process): Interruption {
  const controller = new AbortController()
  const release = () => {
    for (const name of interrupts) process.off(name, onInterrupt)
  }
  const onInterrupt = (name: NodeJS.Signals) => {
    // By exit and not by the signal, so that whoever started programs can still end them.
    if (controller.signal.aborted) process.exit(128 + constants.signals[name])
    else controller.abort(new DOMException(`interrupted by ${name}`, 'AbortError'))
  }
  for (const name of interrupts) process.on(name, onInterrupt)
  return { signal: controller.signal, [Symbol.dispose]: release }
}
