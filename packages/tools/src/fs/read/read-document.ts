import { pathToFileURL } from 'node:url'
import { type ToolContext, type ToolOutput, toolOutput } from '@drawbridge/core'
import type { OpenFile } from '@drawbridge/core/machine'
import { formatBytes } from '../format-bytes.ts'
import { hashOf, readGuardKey, seenWhole } from '../read-guard.ts'
import { note } from '../result-text.ts'
import { utf8Boundary } from '../text/text-codec.ts'
import { isShownMedia } from './media-type.ts'
import { readHead } from './read-window.ts'

/** Larger notebooks and documents are not taken apart. */
const maxDocumentBytes = 32 * 1024 * 1024

interface TextQuestion {
  readonly path: string
  readonly start_line: number
  readonly max_lines: number
}

/** Resolves to undefined for a file that is too large or not a notebook: it is shown as it is. */
export async function readNotebook(file: OpenFile, input: TextQuestion, context: ToolContext) {
  if (file.stat.size > maxDocumentBytes) return undefined
  const bytes = await readHead(file, file.stat.size)
  const { notebookText } = await import('./read-notebook.ts')
  const text = notebookText(
    Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  )
  if (text === undefined) return undefined
  remember(input.path, bytes, context)
  return extractedResult({ ...input, text, size: bytes.length, kind: 'notebook' })
}

function remember(path: string, bytes: Uint8Array, { files, session }: ToolContext): string {
  const real = files.realPath(path)
  session.use(readGuardKey).remember(real, seenWhole(bytes.length, hashOf(bytes)))
  return real
}

/** Reads an image or a document. */
export async function readMedia(file: OpenFile, input: TextQuestion, mediaType: string, context: ToolContext) {
  const { size } = file.stat
  const isDocument = mediaType === 'application/pdf'
  if (size > (isDocument ? maxDocumentBytes : maxMediaBytes)) return binaryResult(input.path, size, mediaType)
  const bytes = await readHead(file, size)
  const real = remember(input.path, bytes, context)
  const text = isDocument ? await pdfText(bytes, context.signal) : undefined
  if (text !== undefined) return extractedResult({ ...input, text, size, kind: 'pdf' })
  if (size > maxMediaBytes) return binaryResult(input.path, size, mediaType)
  return mediaResult({ path: input.path, real, size, mediaType, bytes })
}

/** Undefined for a document without text, such as a scan, and for one that cannot be opened: it is shown as it is. */
async function pdfText(bytes: Uint8Array, signal: AbortSignal): Promise<string | undefined> {
  const { readPage } = await import('../../web/content/read-page.ts')
  const type = { essence: 'application/pdf', charset: undefined }
  const { text, reader, notes } = await readPage({ bytes, type, url: '' }, 'text', signal)
  return reader === 'pdf' && notes.length === 0 ? text : undefined
}

interface Extracted {
  readonly path: string
  readonly kind: 'notebook' | 'pdf'
  readonly size: number
  readonly text: string
  readonly start_line: number
  readonly max_lines: number
}

const maxTextBytes = 48_000
const maxLineBytes = 4_096

/** Returns a window of the lines that were taken from a document. */
function extractedResult({
  path,
  kind,
  size,
  text,
  start_line: startLine,
  max_lines: maxLines,
}: Extracted): ToolOutput {
  const all = text.split('\n')
  const lines: string[] = []
  let used = 0
  for (const line of all.slice(startLine - 1, startLine - 1 + maxLines)) {
    const cut = cutLine(line)
    used += Buffer.byteLength(cut) + 1
    if (used > maxTextBytes && lines.length > 0) break
    lines.push(cut)
  }
  const endLine = startLine + lines.length - 1
  const hasMore = endLine < all.length && lines.length > 0
  const what = kind === 'pdf' ? 'Text of the PDF' : 'Cells of the notebook'
  const edit = kind === 'notebook' ? ' To edit it, read it with cells=false.' : ''
  const range = `${what}, lines ${startLine}-${endLine} of ${all.length}.`
  return toolOutput({
    content: [
      ...(lines.length > 0 ? [{ type: 'text', text: lines.join('\n') } as const] : []),
      ...note(
        lines.length === 0 ? `No line ${startLine}: there are ${all.length} lines.` : `${range}${edit}`,
        hasMore ? `Continue with start_line=${endLine + 1}.` : undefined,
      ),
    ],
    data: {
      path,
      kind,
      size,
      start_line: startLine,
      end_line: endLine,
      total_lines: all.length,
      truncated: hasMore,
      next_start_line: hasMore ? endLine + 1 : null,
    },
  })
}

function cutLine(line: string): string {
  if (Buffer.byteLength(line) <= maxLineBytes) return line
  const bytes = Buffer.from(line)
  return `${bytes.toString('utf8', 0, utf8Boundary(bytes, maxLineBytes))}…`
}

/** Bigger images and documents are described, not shown. */
const maxMediaBytes = 5 * 1024 * 1024

/** The longest side of an image that models accept, in pixels. */
const maxImageSide = 8_000

interface MediaReading {
  readonly path: string
  readonly real: string
  readonly size: number
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** Returns an image as an image block, a document as a resource block; a broken or too large image as a description. */
async function mediaResult({ path, real, size, mediaType, bytes }: MediaReading): Promise<ToolOutput> {
  const check = mediaType.startsWith('image/')
    ? (await import('./image-size.ts')).checkImage(bytes, mediaType)
    : undefined
  if (check?.status === 'broken') return describedImage(path, { size, mediaType }, check.why)
  if (check !== undefined && Math.max(check.width, check.height) > maxImageSide) {
    const why = `${check.width} × ${check.height} pixels are too many; the limit is ${maxImageSide} a side`
    return describedImage(path, { size, mediaType }, why, check)
  }
  const data = Buffer.from(bytes).toString('base64')
  const block = mediaType.startsWith('image/')
    ? ({ type: 'image', mediaType, data } as const)
    : ({ type: 'resource', uri: pathToFileURL(real).href, mediaType, data } as const)
  return toolOutput({
    content: [block],
    data: { path, kind: 'media', size, media_type: mediaType, shown: true, ...dimensions(check) },
  })
}

interface MediaKind {
  readonly size: number
  readonly mediaType: string
}

interface Dimensions {
  readonly width: number
  readonly height: number
}

function dimensions(size: Dimensions | undefined) {
  return size === undefined ? {} : { width: size.width, height: size.height }
}

function describedImage(path: string, { size, mediaType }: MediaKind, why: string, pixels?: Dimensions): ToolOutput {
  return toolOutput({
    content: note(`"${path}" begins like ${mediaType}, ${formatBytes(size)}, and is not shown: ${why}.`),
    data: { path, kind: 'media', size, media_type: mediaType, shown: false, ...dimensions(pixels) },
  })
}

/** Returns a description of a file that is not shown. */
export function binaryResult(path: string, size: number, mediaType: string | undefined): ToolOutput {
  const isTooBig = mediaType !== undefined && isShownMedia(mediaType)
  const why = isTooBig
    ? `too large to show; the limit is ${formatBytes(maxMediaBytes)}`
    : 'binary, so not shown as text'
  return toolOutput({
    content: note(`"${path}" is ${mediaType ?? 'a file of unknown type'}, ${formatBytes(size)}: ${why}.`),
    data: { path, kind: isTooBig ? 'media' : 'binary', size, media_type: mediaType ?? null, shown: false },
  })
}
