import type { Clock } from '@drawbridge/core/base'

/** One message of a stream of server-sent events. */
export interface StreamMessage {
  /** The position at which a client goes on, as `Last-Event-ID`. */
  readonly id?: string
  /** Absent: clients get it as `message`. */
  readonly event?: string
  readonly data: string
}

const keepAliveMs = 15_000
const encoder = new TextEncoder()

/**
 * Answers with a stream of server-sent events. A comment every 15 seconds keeps proxies from closing it. Messages are made as fast as the
 * client reads them; they end if it goes.
 */
export function eventStream(
  messages: (signal: AbortSignal) => AsyncGenerator<StreamMessage>,
  { clock, signal, headers }: { readonly clock: Clock; readonly signal: AbortSignal; readonly headers?: Headers },
): Response {
  const gone = new AbortController()
  const source = messages(AbortSignal.any([signal, gone.signal]))
  let timer: Disposable | undefined
  let next: ReturnType<typeof source.next> | undefined
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        next ??= source.next()
        const { promise: quiet, resolve } = Promise.withResolvers<'quiet'>()
        timer = clock.after(keepAliveMs, () => resolve('quiet'))
        const first = await Promise.race([next, quiet])
        timer[Symbol.dispose]()
        if (first === 'quiet') return controller.enqueue(encoder.encode(': wait\n\n'))
        next = undefined
        if (first.done === true) return controller.close()
        controller.enqueue(encoder.encode(textOf(first.value)))
      },
      cancel: async () => {
        timer?.[Symbol.dispose]()
        gone.abort()
        await source.return(undefined)
      },
    },
    { highWaterMark: 1 },
  )
  const all = new Headers(headers)
  all.set('content-type', 'text/event-stream; charset=utf-8')
  all.set('x-accel-buffering', 'no')
  return new Response(body, { headers: all })
}

/** A line break in the data would begin another field. */
function textOf({ id, event, data }: StreamMessage): string {
  const lines = data.split(/\r\n|[\r\n]/).map((line) => `data: ${line}\n`)
  return `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}${lines.join('')}\n`
}
