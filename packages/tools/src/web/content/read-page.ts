import { errorMessage } from '@drawbridge/core'
import { createThreadPool } from '@drawbridge/sandbox/thread'
import type { ContentMode, PageContent } from './page-content.ts'
import type { PageJob } from './page-thread.ts'
import type { FetchedBody } from './read-content.ts'

const threads = createThreadPool<PageJob, PageContent>({ module: import.meta.resolve('@drawbridge/tools/page-thread') })

/** Longer than any honest page takes, and less than a call may. */
const longestReadMs = 30_000

/**
 * Reads a body in a thread, because a hostile page would block the event loop. The text contains no invisible
 * characters and no look-alikes of our markers. A page that takes too long, or too much memory, is described. Rejects
 * only on abort.
 */
export async function readPage(body: FetchedBody, mode: ContentMode, signal: AbortSignal): Promise<PageContent> {
  const tooLong = AbortSignal.timeout(longestReadMs)
  try {
    return await threads.run({ body, mode }, AbortSignal.any([signal, tooLong]))
  } catch (error) {
    signal.throwIfAborted()
    const why = tooLong.aborted ? `it takes more than ${longestReadMs / 1000} s` : errorMessage(error)
    return {
      text: `${body.type.essence || 'unknown content type'}, ${body.bytes.byteLength} bytes`,
      title: '',
      mediaType: 'text/plain',
      reader: 'metadata',
      notes: [`It cannot be read: ${why}.${mode === 'raw' ? '' : ' Mode raw has its source.'}`],
    }
  }
}
