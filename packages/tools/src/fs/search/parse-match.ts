import { utf8Boundary } from '../text/text-codec.ts'
import type { ByteRange, VisibleMatches } from './visible-matches.ts'

/** One line of ripgrep's JSON output that says something about a file. */
export interface FoundLine {
  readonly kind: 'match' | 'context'
  readonly path: string
  /** False for a path with bytes that are not UTF-8, which are U+FFFD here: no tool can open it. */
  readonly named: boolean
  /** Undefined for a line too long to be read whole. */
  readonly line: number | undefined
  readonly text: string
  /** Character (from 1) at which the first match begins in `text` as shown. */
  readonly column: number | undefined
}

interface TextOrBytes {
  readonly text?: string
  readonly bytes?: string
}

interface Message {
  readonly type: string
  readonly data: {
    readonly path?: TextOrBytes
    readonly lines?: TextOrBytes
    readonly line_number?: number | null
    readonly submatches?: readonly ByteRange[]
  }
}

/** Bytes of one line shown at most, around its first match. */
const maxShownBytes = 500
const beforeMatch = 100

/** Reads one line of `rg --json`; undefined for those about neither matches nor context, and for matches of hidden values alone. */
export function parseMatch(json: string, visible: VisibleMatches): FoundLine | undefined {
  if (!json.startsWith('{"type":"match"') && !json.startsWith('{"type":"context"')) return undefined
  const message = parseMessage(json)
  if (message === undefined) return parseCutMessage(json)
  const { path, lines, line_number: line, submatches } = message.data
  const kind = message.type === 'match' ? 'match' : 'context'
  const bytes = bytesOf(lines)
  const [first] = kind === 'match' ? visible(bytes, submatches ?? []) : []
  if (kind === 'match' && first === undefined) return undefined
  const shown = excerptAround(bytes, first?.start ?? 0)
  return {
    kind,
    path: bytesOf(path).toString(),
    named: path?.bytes === undefined,
    line: line ?? undefined,
    text: shown.text,
    column: kind === 'match' ? shown.column : undefined,
  }
}

function parseMessage(json: string): Message | undefined {
  try {
    return JSON.parse(json) as Message
  } catch {
    return undefined
  }
}

/** A line so long that it arrived truncated has lost its number, but the path comes first. */
function parseCutMessage(json: string): FoundLine | undefined {
  const path = /^\{"type":"match","data":\{"path":\{"text":("(?:[^"\\]|\\.)*")\}/.exec(json)?.[1]
  if (path === undefined) return undefined
  const text = '(matches in a line of more than 2 MB)'
  return { kind: 'match', path: JSON.parse(path) as string, named: true, line: undefined, text, column: undefined }
}

function bytesOf(value: TextOrBytes | undefined): Buffer {
  if (value?.bytes !== undefined) return Buffer.from(value.bytes, 'base64')
  return Buffer.from(value?.text ?? '')
}

function excerptAround(line: Buffer, match: number): { readonly text: string; readonly column: number } {
  const end = lineLength(line)
  const start =
    end <= maxShownBytes ? 0 : utf8Boundary(line, Math.max(0, Math.min(match - beforeMatch, end - maxShownBytes)))
  const stop = end - start <= maxShownBytes ? end : utf8Boundary(line, start + maxShownBytes)
  const front = start > 0 ? '…' : ''
  const text = front + line.toString('utf8', start, stop) + (stop < end ? '…' : '')
  return { text, column: front.length + line.toString('utf8', start, Math.max(start, match)).length + 1 }
}

function lineLength(line: Buffer): number {
  if (line.at(-1) !== 0x0a) return line.length
  return line.at(-2) === 0x0d ? line.length - 2 : line.length - 1
}
