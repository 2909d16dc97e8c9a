/** A piece of a document that is found as a whole. */
export interface Chunk {
  /** The headings above it, outermost first. */
  readonly headings: readonly string[]
  /** Its first line, counted from 1. */
  readonly firstLine: number
  /** Its last line, counted from 1. */
  readonly lastLine: number
  readonly text: string
}

/** The wanted and the longest size of a chunk, and the text that two neighbours share, in UTF-16 units. */
export const chunkSize = { wanted: 1_000, longest: 1_200, overlap: 200 } as const

/**
 * Splits a document into chunks. A chunk never crosses a heading, and ends at a blank line if one comes once it is half full. Neighbours
 * of one section share up to 200 characters; sections share nothing. A line that is too long is split, and its pieces have its number.
 */
export function chunkDocument(text: string): readonly Chunk[] {
  return sectionsOf(text).flatMap(({ headings, lines }) => chunkLines(lines).map((chunk) => ({ headings, ...chunk })))
}

interface Line {
  readonly number: number
  readonly text: string
}

interface Section {
  readonly headings: readonly string[]
  readonly lines: readonly Line[]
}

const heading = /^(#{1,6})[ \t]+(.*?)[ \t#]*$/
const fence = /^ {0,3}(`{3,}|~{3,})/

function sectionsOf(text: string): readonly Section[] {
  const sections: { headings: readonly string[]; lines: Line[] }[] = [{ headings: [], lines: [] }]
  let open: string | undefined
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const mark = fence.exec(line)?.[1]
    if (mark !== undefined) open = open === undefined ? mark : mark.startsWith(open) ? undefined : open
    const [, level, title] = (open === undefined && heading.exec(line)) || []
    const current = sections.at(-1)
    if (level !== undefined && title !== undefined) {
      const above = (current?.headings ?? []).slice(0, level.length - 1)
      sections.push({ headings: [...above, title], lines: [{ number: index + 1, text: line }] })
    } else current?.lines.push({ number: index + 1, text: line })
  }
  return joinBareHeadings(sections.filter(({ lines }) => lines.some(({ text: line }) => line.trim() !== '')))
}

/** A heading without text of its own says nothing alone: it goes with the first section below it. */
function joinBareHeadings(sections: readonly Section[]): readonly Section[] {
  const joined: Section[] = []
  let waiting: readonly Line[] = []
  for (const [index, { headings, lines }] of sections.entries()) {
    const all = [...waiting, ...lines]
    const isBare = headings.length > 0 && lines.filter(({ text }) => text.trim() !== '').length === 1
    const isAbove = headings.length < (sections[index + 1]?.headings.length ?? 0)
    waiting = isBare && isAbove ? all : []
    if (waiting.length === 0) joined.push({ headings, lines: all })
  }
  return joined
}

type Piece = Omit<Chunk, 'headings'>

function chunkLines(lines: readonly Line[]): readonly Piece[] {
  const chunks: Piece[] = []
  let current: Line[] = []
  let size = 0
  /** The index behind the last blank line of the chunk, once it is half full. */
  let breakAt = 0
  /** The number of lines that the chunk shares with the one before. */
  let shared = 0
  const close = (count: number) => {
    const kept = current.slice(0, count)
    chunks.push(...pieceOf(kept))
    const rest = current.slice(count)
    const tail = tailOf(kept)
    current = [...tail, ...rest]
    shared = tail.length
    size = sizeOf(current)
    breakAt = 0
  }
  for (const line of lines.flatMap(splitLine)) {
    if (size + line.text.length > chunkSize.longest && current.length > shared) {
      close(breakAt > shared ? breakAt : current.length)
      // The shared text may not push a long line over the limit.
      if (size + line.text.length > chunkSize.longest) {
        if (current.length > shared) close(current.length)
        current = []
        shared = 0
        size = 0
      }
    }
    current.push(line)
    size += line.text.length + 1
    if (line.text.trim() === '' && size >= chunkSize.wanted / 2) breakAt = current.length
    if (size >= chunkSize.wanted && breakAt === current.length) close(breakAt)
  }
  if (current.length > shared) chunks.push(...pieceOf(current))
  return chunks
}

function pieceOf(lines: readonly Line[]): readonly Piece[] {
  const first = lines.findIndex(({ text }) => text.trim() !== '')
  const last = lines.findLastIndex(({ text }) => text.trim() !== '')
  const kept = lines.slice(first, last + 1)
  const [top, bottom] = [kept[0], kept.at(-1)]
  if (first < 0 || top === undefined || bottom === undefined) return []
  return [{ firstLine: top.number, lastLine: bottom.number, text: kept.map(({ text }) => text).join('\n') }]
}

/** Returns the last lines that fit into what two neighbours share. */
function tailOf(lines: readonly Line[]): readonly Line[] {
  let size = 0
  let from = lines.length
  for (; from > 0; from -= 1) {
    size += (lines[from - 1]?.text.length ?? 0) + 1
    if (size > chunkSize.overlap) break
  }
  return lines.slice(from)
}

function sizeOf(lines: readonly Line[]): number {
  return lines.reduce((sum, { text }) => sum + text.length + 1, 0)
}

/** Splits a line that no chunk could hold, at a space if there is one. */
function splitLine({ number, text }: Line): readonly Line[] {
  const pieces: Line[] = []
  let rest = text
  while (rest.length > chunkSize.wanted) {
    const space = rest.lastIndexOf(' ', chunkSize.wanted)
    const cut = space > chunkSize.wanted / 2 ? space + 1 : wholeCharacters(rest, chunkSize.wanted)
    pieces.push({ number, text: rest.slice(0, cut) })
    rest = rest.slice(cut)
  }
  return [...pieces, { number, text: rest }]
}

/** Returns the position, or the one before it, that splits no surrogate pair. */
function wholeCharacters(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}
