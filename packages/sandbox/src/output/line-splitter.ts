/** Cuts a byte stream into lines as it arrives. */
export interface LineSplitter {
  /** The lines that this piece completes, without their ends. */
  push(chunk: Uint8Array): readonly string[]
  /** Returns the text after the last line end, if any. */
  end(): readonly string[]
}

/** Lines end with `lineEnd` and are read as UTF-8. Of a longer line than `maxLineBytes` its start is kept. */
export function createLineSplitter(maxLineBytes: number, lineEnd: '\n' | '\0' = '\n'): LineSplitter {
  const endByte = lineEnd.charCodeAt(0)
  let pieces: Uint8Array[] = []
  let length = 0
  let started = false

  const keep = (piece: Uint8Array) => {
    const taken = piece.slice(0, maxLineBytes - length)
    if (taken.length > 0) pieces.push(taken)
    length += taken.length
    started = true
  }
  const take = (): string => {
    const line = Buffer.concat(pieces).toString('utf8')
    pieces = []
    length = 0
    started = false
    return line
  }

  return {
    push: (chunk) => {
      const lines: string[] = []
      let start = 0
      for (let end = chunk.indexOf(endByte); end >= 0; end = chunk.indexOf(endByte, start)) {
        keep(chunk.subarray(start, end))
        lines.push(take())
        start = end + 1
      }
      if (start < chunk.length) keep(chunk.subarray(start))
      return lines
    },
    end: () => (started ? [take()] : []),
  }
}
