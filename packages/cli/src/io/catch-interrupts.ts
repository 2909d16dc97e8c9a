import type { Interruption } from './io.ts'

const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The first interrupt lets every call come to its outcome; whoever sends a second one does not want to wait for that. */
export function catchInterrupts(process: NodeJS.Process): Interruption {
  const controller = new AbortController()
  const release = () => {
    for (const name of interrupts) process.off(name, onInterrupt)
  }
  const onInterrupt = (name: NodeJS.Signals) => {
    if (controller.signal.aborted) {
      release()
      process.kill(process.pid, name)
    } else controller.abort(new DOMException(`interrupted by ${name}`, 'AbortError'))
  }
  for (const name of interrupts) process.on(name, onInterrupt)
  return { signal: controller.signal, [Symbol.dispose]: release }
}
