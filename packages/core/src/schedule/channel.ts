/** Hands values from callbacks to one async reader, in order and without loss. */
export interface Channel<Value> {
  send(value: Value): void
  /** No more will be sent; the reader ends after what was. */
  close(): void
  read(): AsyncIterable<Value, undefined>
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
    read: () => {
      const next = async (): Promise<IteratorResult<Value, undefined>> => {
        while (waiting.length === 0 && !closed) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        if (waiting.length === 0) return { done: true, value: undefined }
        return { done: false, value: waiting.shift() as Value }
      }
      return { [Symbol.asyncIterator]: () => ({ next }) }
    },
  }
}
