/** Hands values from callbacks to one async reader, in order and without loss. */
export interface Channel<Value> {
  send(value: Value): void
  /** No more will be sent; the reader ends after what was. */
  close(): void
  read(): AsyncGenerator<Value, void>
}

/** Creates a channel. Values wait until they are read. */
export function createChannel<Value>(): Channel<Value> {
  const waiting: Value[] = []
  let closed = false
  let wake: (() => void) | undefined
  return {
    send: (value) => {
      waiting.push(value)
      wake?.()
    },
    close: () => {
      closed = true
      wake?.()
    },
    async *read() {
      for (;;) {
        while (waiting.length > 0) yield* waiting.splice(0)
        if (closed) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
