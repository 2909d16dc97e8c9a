import { Buffer } from 'node:buffer'

/** Splits the output of a server into lines. Bytes are kept until their line is whole, so that no character is cut. */
export interface LineReader {
  push(chunk: Uint8Array): void
}

const lineFeed = 0x0a

/**
 * Creates a reader that hands out each line without its end.
 * @param limits.maxBytes The longest line. A longer one is dropped and reported once, with its beginning, so that who waits for it
 *   can be told.
 */
export function createLineReader(
  onLine: (line: string) => void,
  { maxBytes, onTooLong }: { readonly maxBytes: number; readonly onTooLong: (beginning: string) => void },
): LineReader {
  let pieces: Uint8Array[] = []
  let length = 0
  let isDropping = false
  const add = (piece: Uint8Array) => {
    if (isDropping || piece.length === 0) return
    pieces.push(piece)
    length += piece.length
    if (length <= maxBytes) return
    const beginning = Buffer.concat(pieces).subarray(0, 4096).toString('utf8')
    isDropping = true
    pieces = []
    length = 0
    onTooLong(beginning)
  }
  const end = () => {
    const [first] = pieces
    const whole = first !== undefined && pieces.length === 1 ? asBuffer(first) : Buffer.concat(pieces)
    const line = isDropping ? '' : whole.toString('utf8')
    pieces = []
    length = 0
    isDropping = false
    const text = line.endsWith('\r') ? line.slice(0, -1) : line
    if (text !== '') onLine(text)
  }
  return {
    push: (chunk) => {
      let from = 0
      for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
        add(chunk.subarray(from, at))
        end()
        from = at + 1
      }
      add(chunk.subarray(from))
    },
  }
}

/** The same bytes, without a copy. */
function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** Returns the id of the request that the beginning of an over-long line answers; undefined if it cannot be told. */
export function answeredId(beginning: string): string | number | undefined {
  const found = /"id"\s*:\s*(?:(\d{1,15})\b|"([^"\\]{1,200})")/.exec(beginning)
  if (found === null) return undefined
  return found[1] === undefined ? found[2] : Number(found[1])
}
