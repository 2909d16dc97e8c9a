import { harmless } from '@drawbridge/core/untrusted'
import { answerJobs } from '@drawbridge/sandbox/thread'
import type { ContentMode, PageContent } from './page-content.ts'
import { type FetchedBody, readContent } from './read-content.ts'

/** A job for a thread that reads a page. */
export interface PageJob {
  readonly body: FetchedBody
  readonly mode: ContentMode
}

/** A page may be written longer than it is, and its text is held in memory. */
const longestText = 8 * 1024 * 1024
const longestTitle = 1_000

/** The thread ends with the call, so no code in it needs a signal. */
const never = new AbortController().signal

answerJobs(async ({ body, mode }: PageJob): Promise<PageContent> => {
  const content = await readContent(body, mode, never)
  const text = harmless(content.text.slice(0, longestText))
  const isCut = content.text.length > longestText
  const notes = isCut
    ? [...content.notes, `Its text is longer than ${longestText} characters; the rest is omitted.`]
    : content.notes
  return { ...content, text, title: harmless(content.title.slice(0, longestTitle)), notes }
})
