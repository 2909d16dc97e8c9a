import { addAbortSignal, type Readable } from 'node:stream'

/** A UTF-8 stream as text, with no character cut in two; a byte order mark stays. Ends early, without an error, once the signal is aborted. */
export async function* readText(stream: Readable, signal?: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  try {
    for await (const chunk of signal === undefined ? stream : addAbortSignal(signal, stream)) {
      yield typeof chunk === 'string' ? chunk : decoder.decode(chunk as Buffer, { stream: true })
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error
  }
  yield decoder.decode()
}
