import { setImmediate } from 'node:timers/promises'
import {
  type ArtifactReferenceBlock,
  fail,
  type ToolContext,
  type ToolOutput,
  toolOutput,
  type UnlabelledBlock,
} from '@drawbridge/core'
import { ownLabel } from '@drawbridge/core/artifact'
import { createEnclosure, type Enclosure, enclose, enclosureNotice } from '@drawbridge/core/untrusted'
import { isRetryableStatus } from '../retryable-status.ts'
import type { FetchedPage } from './fetched-page.ts'

/** The way in which a page is presented. */
export interface PageView {
  readonly tool: string
  /** As the model asked for it. */
  readonly url: string
  readonly maxChars: number
  readonly fromCache: boolean
}

type ArtifactReference = Omit<ArtifactReferenceBlock, 'label'>

/** Each piece is scrubbed at once; others get their turn in between. */
const pieceBytes = 256 * 1024
/** The longest part of an error page that is shown, in characters. */
const maxErrorChars = 2_000

/**
 * Presents a page to the model: our own words are separate from the untrusted text, which is between lines that it
 * cannot fake.
 */
export async function pageResult(page: FetchedPage, view: PageView, context: ToolContext): Promise<ToolOutput> {
  if (page.elsewhere !== undefined) return redirectedElsewhere(page, page.elsewhere, view)
  if (page.status < 200 || page.status > 299) return failWithStatus(page, view)
  const { text } = page.content
  const enclosure = createEnclosure()
  const shown = cutAt(text, view.maxChars)
  const isCut = shown.length < text.length
  const artifact = isCut ? await keepWhole(text, page.content.mediaType, enclosure, context) : undefined
  const cut = isCut ? cutNote(shown.length, text.length, artifact) : undefined
  const notes = [...page.content.notes, ...(cut === undefined ? [] : [cut])]
  const head = [headLine(page, view), ...notes.map((note) => `[${note}]`), enclosureNotice('the web')]
  return toolOutput({
    content: [
      { type: 'text', text: head.join('\n'), label: ownLabel },
      foreignText(page, view, `${titleLine(page)}${shown}`, enclosure),
      ...(artifact === undefined ? [] : [{ ...artifact, label: foreignLabel(page, view) }]),
    ],
    data: {
      ...pageData(page, view),
      title: page.content.title,
      reader: page.content.reader,
      characters: text.length,
      shown_characters: shown.length,
      truncated: isCut,
      notes: page.content.notes,
    },
  })
}

function redirectedElsewhere(page: FetchedPage, elsewhere: string, view: PageView): ToolOutput {
  const text =
    'The page has moved to another host, which was not part of this call. To continue, call web.fetch with this URL:'
  return toolOutput({
    content: [
      { type: 'text', text, label: ownLabel },
      { type: 'text', text: elsewhere, label: foreignLabel(page, view) },
    ],
    data: { ...pageData(page, view), elsewhere },
  })
}

/** Returns what to do about a status. */
function adviceFor(status: number): string {
  if (status === 404 || status === 410) return 'The page does not exist. Check the URL, or search for it.'
  if (status === 429) return 'Wait before asking this host again.'
  if (status === 401 || status === 403 || status === 407) return 'The host refuses access. Use another source.'
  return isRetryableStatus(status)
    ? 'The server has a fault. Try again later or use another source.'
    : 'Use another source.'
}

function failWithStatus(page: FetchedPage, view: PageView): never {
  const text = cutAt(page.content.text, maxErrorChars)
  const words: readonly UnlabelledBlock[] =
    text === '' || page.content.reader === 'metadata'
      ? []
      : [
          { type: 'text', text: enclosureNotice('the web'), label: ownLabel },
          foreignText(page, view, text, createEnclosure()),
        ]
  return fail('http_error', `${view.url} answered with the status ${page.status}. ${adviceFor(page.status)}`, {
    retryable: isRetryableStatus(page.status),
    content: words,
    data: pageData(page, view),
  })
}

function headLine({ status, contentType, bytes, content }: FetchedPage, { fromCache }: PageView): string {
  const type = contentType === '' ? 'no content type' : contentType
  return `Status ${status}, ${type}, ${bytes} bytes, read as ${content.reader}${fromCache ? ', from the cache' : ''}.`
}

function titleLine({ url, content }: FetchedPage): string {
  const title = content.title === '' ? '' : `Title: ${content.title.slice(0, 300)}\n`
  return `URL: ${url}\n${title}\n`
}

function pageData(page: FetchedPage, view: PageView) {
  const { status, contentType, bytes, redirects, url } = page
  return {
    url: view.url,
    final_url: url,
    redirects,
    status,
    content_type: contentType,
    bytes,
    from_cache: view.fromCache,
  }
}

function foreignText(page: FetchedPage, view: PageView, text: string, enclosure: Enclosure): UnlabelledBlock {
  return { type: 'text', text: enclose(text, enclosure), label: foreignLabel(page, view) }
}

function foreignLabel({ url }: FetchedPage, { tool }: PageView) {
  return { sources: [{ tool, target: url }], trust: 'untrusted', readers: 'anyone' } as const
}

/** Cut between characters. */
function cutAt(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const end = /[\uD800-\uDBFF]/.test(text[maxChars - 1] ?? '') ? maxChars - 1 : maxChars
  return text.slice(0, end)
}

async function keepWhole(
  text: string,
  mediaType: string,
  { begin, end }: Enclosure,
  context: ToolContext,
): Promise<ArtifactReference | undefined> {
  const spill = context.spill(mediaType)
  const bytes = new TextEncoder().encode(`${begin}\n${text}\n${end}\n`)
  for (let at = 0; spill !== undefined && at < bytes.length; at += pieceBytes) {
    await spill.write(bytes.subarray(at, at + pieceBytes))
    await setImmediate()
  }
  return await spill?.finish()
}

function cutNote(shown: number, total: number, artifact: ArtifactReference | undefined): string {
  const rest =
    artifact === undefined
      ? 'raise max_chars for more'
      : `the full text is artifact ${artifact.id}: read more with artifact.read`
  return `${shown} of ${total} characters shown; ${rest}.`
}
