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
  /** Those who read and wait, which they do only while nothing else waits. */
  const readers: ((result: IteratorResult<Value, undefined>) => void)[] = []
  let closed = false
  const next = (): Promise<IteratorResult<Value, undefined>> => {
    if (waiting.length > 0) return Promise.resolve({ done: false, value: waiting.shift() as Value })
    if (closed) return Promise.resolve(ended)
    return new Promise((resolve) => readers.push(resolve))
  }
  return {
    send: (value) => {
      const reader = readers.shift()
      if (reader === undefined) waiting.push(value)
      else reader({ done: false, value })
    },
    close: () => {
      closed = true
      for (const reader of readers.splice(0)) reader(ended)
    },
    read: () => ({ [Symbol.asyncIterator]: () => ({ next }) }),
  }
}

const ended = { done: true, value: undefined } as const
