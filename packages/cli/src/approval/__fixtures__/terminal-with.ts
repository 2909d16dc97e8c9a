import type { Terminal } from '../../terminal/terminal.ts'

/** A terminal at which somebody presses the given keys, and then nothing more. */
export function terminalWith(keys: readonly string[], line = ''): Terminal & { readonly shown: () => string } {
  const remaining = [...keys]
  let shown = ''
  return {
    columns: 80,
    colour: false,
    write: (text) => {
      shown += text
    },
    readKey: async (signal) => remaining.shift() ?? (await untilAborted(signal)),
    readLine: async () => line,
    shown: () => shown,
    [Symbol.dispose]: () => undefined,
  }
}

function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
}
