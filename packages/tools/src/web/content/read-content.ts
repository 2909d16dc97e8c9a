import { errorMessage } from '@drawbridge/core'
import { contentKind } from './content-kind.ts'
import { type DecodedText, decodeText } from './decode-text.ts'
import type { MediaType } from './media-type.ts'
import type { ContentMode, PageContent } from './page-content.ts'
import { readFeed } from './read-feed.ts'
import { readHtml } from './read-html.ts'

/** A response's body and what is known of it. */
export interface FetchedBody {
  readonly bytes: Uint8Array
  readonly type: MediaType
  readonly url: string
}

/** Converts a body to text by its content type and character set; describes binary content. Rejects only on abort. */
export async function readContent(body: FetchedBody, mode: ContentMode, signal: AbortSignal): Promise<PageContent> {
  const kind = contentKind(body.type, body.bytes)
  if (kind === 'binary') return metadata(body, 'It is not text.')
  if (kind === 'pdf') return await pdfContent(body, signal)
  const decoded = decodeText(body.bytes, body.type.charset)
  const content = await textContent(kind, decoded.text, body, mode)
  return { ...content, notes: [...charsetNotes(decoded, body), ...content.notes] }
}

async function textContent(
  kind: 'html' | 'json' | 'xml' | 'text',
  text: string,
  { url, type }: FetchedBody,
  mode: ContentMode,
): Promise<PageContent> {
  const plain: PageContent = { text, title: '', mediaType: type.essence || 'text/plain', reader: 'text', notes: [] }
  if (mode === 'raw') return { ...plain, reader: 'raw' }
  switch (kind) {
    case 'html':
      return await readHtml(text, url, mode)
    case 'json':
      return readJson(text, plain)
    case 'xml':
      return readFeed(text, url) ?? (isXhtml(text) ? await readHtml(text, url, mode) : plain)
    case 'text':
      return plain
    default:
      return kind satisfies never
  }
}

function isXhtml(text: string): boolean {
  return /<html[\s>]/i.test(text.slice(0, 1000))
}

function readJson(text: string, plain: PageContent): PageContent {
  try {
    return { ...plain, text: JSON.stringify(JSON.parse(text), null, 2), mediaType: 'application/json', reader: 'json' }
  } catch {
    return { ...plain, notes: ['It is not valid JSON, although its type says so; it is shown unchanged.'] }
  }
}

async function pdfContent(body: FetchedBody, signal: AbortSignal): Promise<PageContent> {
  try {
    const { readPdf } = await import('./read-pdf.ts')
    return await readPdf(body.bytes, signal)
  } catch (error) {
    signal.throwIfAborted()
    return metadata(body, `It cannot be read as PDF: ${errorMessage(error)}`)
  }
}

function metadata({ bytes, type }: FetchedBody, why: string): PageContent {
  const text = `${type.essence || 'unknown content type'}, ${bytes.byteLength} bytes`
  return { text, title: '', mediaType: 'text/plain', reader: 'metadata', notes: [`${why} Its content is not shown.`] }
}

function charsetNotes({ charset, mislabelled }: DecodedText, { type }: FetchedBody): readonly string[] {
  return mislabelled ? [`The server calls it ${JSON.stringify(type.charset)}; it was read as ${charset}.`] : []
}
