/** The stream of a program to which a piece of output belongs. */
export type OutputStream = 'stdout' | 'stderr'

export interface FramePiece {
  readonly stream: OutputStream
  readonly bytes: Uint8Array
}

export interface FrameParser {
  /** The pieces that this chunk completes or continues, in their order. Throws `MalformedStreamError`. */
  push(chunk: Uint8Array): readonly FramePiece[]
  /** Returns true if the stream may end here: between two frames, not inside one. */
  isWhole(): boolean
}

/** The engine sent something other than multiplexed output. */
export class MalformedStreamError extends Error {
  override readonly name = 'MalformedStreamError'
}

const headerBytes = 8
/** The streams by the number in a frame. Input comes back as output if a terminal echoes it. */
const streams: readonly (OutputStream | undefined)[] = ['stdout', 'stdout', 'stderr']

/**
 * Takes apart the output of a program as engines send it: frames of one byte for the stream, three zeros, the length in four
 * bytes, and the content. Chunks may be cut anywhere; content is passed on as it comes and never kept. Pure but for its place
 * in the stream.
 */
export function createFrameParser(): FrameParser {
  const header = new Uint8Array(headerBytes)
  let known = 0
  let missing = 0
  let stream: OutputStream = 'stdout'
  return {
    isWhole: () => known === 0 && missing === 0,
    push: (chunk) => {
      const pieces: FramePiece[] = []
      for (let position = 0; position < chunk.length; ) {
        if (missing > 0) {
          const bytes = chunk.subarray(position, position + missing)
          pieces.push({ stream, bytes })
          position += bytes.length
          missing -= bytes.length
          continue
        }
        const part = chunk.subarray(position, position + headerBytes - known)
        header.set(part, known)
        position += part.length
        known += part.length
        if (known < headerBytes) continue
        stream = streamOf(header)
        missing = new DataView(header.buffer).getUint32(4)
        known = 0
      }
      return pieces
    },
  }
}

function streamOf(header: Uint8Array): OutputStream {
  const stream = streams[header[0] ?? -1]
  if (stream !== undefined && header[1] === 0 && header[2] === 0 && header[3] === 0) return stream
  throw new MalformedStreamError(
    `A frame of output starts with ${[...header].join(' ')}, which is not a stream number.`,
  )
}
