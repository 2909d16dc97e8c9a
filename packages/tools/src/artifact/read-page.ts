import { fail, type ToolOutput, toolOutput } from '@drawbridge/core'
import { type Artifact, ownLabel } from '@drawbridge/core/artifact'

export type ReadRange = (range: { readonly offset: number; readonly length: number }) => Promise<Uint8Array>

/** The requested part of an artifact: whole lines from a line on, or bytes from a byte on. */
export type PageRequest =
  | { readonly by: 'lines'; readonly fromLine: number; readonly maxLines: number; readonly maxBytes: number }
  | { readonly by: 'bytes'; readonly offset: number; readonly maxBytes: number }

const chunkBytes = 65_536
const lineFeed = 0x0a

/** Reads one page without holding more than it. Pages end between characters, so that joined they give the whole. */
export async function readPage(artifact: Artifact, read: ReadRange, request: PageRequest): Promise<ToolOutput> {
  if (request.by === 'bytes') return bytesPage(artifact, read, request.offset, request.maxBytes)
  const start = await offsetOfLine(artifact, read, request.fromLine)
  const page = await read({ offset: start, length: request.maxBytes })
  const shown = page.subarray(0, endOfLines(page, request.maxLines) ?? wholeCharacters(page))
  const lines = countLines(shown)
  const next = start + shown.length
  const rest = next < artifact.bytes
  return present(artifact, shown, {
    offset: start,
    from_line: request.fromLine,
    lines,
    ...(rest ? { next_offset: next } : {}),
    ...(rest && shown.at(-1) === lineFeed ? { next_line: request.fromLine + lines } : {}),
  })
}

async function bytesPage(artifact: Artifact, read: ReadRange, offset: number, maxBytes: number): Promise<ToolOutput> {
  if (offset >= artifact.bytes && artifact.bytes > 0) {
    fail('validation_error', `The artifact has ${artifact.bytes} bytes, so there is nothing at offset ${offset}.`)
  }
  const page = await read({ offset, length: maxBytes })
  const shown = page.subarray(0, wholeCharacters(page))
  const next = offset + shown.length
  return present(artifact, shown, { offset, ...(next < artifact.bytes ? { next_offset: next } : {}) })
}

function present(
  { id, mediaType, bytes, complete, label }: Artifact,
  shown: Uint8Array,
  place: Record<string, number>,
): ToolOutput {
  const { next_line, next_offset } = place
  const onward = next_line === undefined ? `offset=${next_offset}` : `from_line=${next_line}`
  const notes = [
    ...(next_offset === undefined ? [] : [`[${bytes - next_offset} more bytes: continue with ${onward}]`]),
    ...(next_offset === undefined && !complete
      ? ['[the output was longer; the rest exceeded the quota and was not stored]']
      : []),
  ]
  const text = new TextDecoder().decode(shown)
  return toolOutput({
    content: [
      ...(text === '' ? [] : [{ type: 'text', text, label } as const]),
      ...notes.map((note) => ({ type: 'text', text: note, label: ownLabel }) as const),
    ],
    data: { id, mediaType, totalBytes: bytes, complete, bytes: shown.length, ...place },
  })
}

/** Skips the lines before; ends with `validation_error` if the artifact has fewer. */
async function offsetOfLine(artifact: Artifact, read: ReadRange, line: number): Promise<number> {
  let passed = 1
  for (let offset = 0; passed < line && offset < artifact.bytes; offset += chunkBytes) {
    const chunk = await read({ offset, length: chunkBytes })
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) {
      passed += 1
      if (passed === line && offset + at + 1 < artifact.bytes) return offset + at + 1
    }
  }
  return line === 1 ? 0 : fail('validation_error', `The artifact has no line ${line}: it ends at line ${passed}.`)
}

/** Returns the end of the first `count` lines, if it is in this page. */
function endOfLines(page: Uint8Array, count: number): number | undefined {
  let end = 0
  for (let line = 0; line < count; line += 1) {
    const at = page.indexOf(lineFeed, end)
    if (at < 0) return undefined
    end = at + 1
  }
  return end
}

function countLines(page: Uint8Array): number {
  let lines = page.length > 0 && page.at(-1) !== lineFeed ? 1 : 0
  for (const byte of page) if (byte === lineFeed) lines += 1
  return lines
}

/** Length without the beginning of a UTF-8 character whose end is on the next page. */
function wholeCharacters(page: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, page.length); back += 1) {
    const byte = page[page.length - back] ?? 0
    if ((byte & 0b1100_0000) === 0b1000_0000) continue
    const needs = byte >= 0b1111_0000 ? 4 : byte >= 0b1110_0000 ? 3 : byte >= 0b1100_0000 ? 2 : 1
    const isCut = needs > back && page.length > back
    return isCut ? page.length - back : page.length
  }
  return page.length
}
