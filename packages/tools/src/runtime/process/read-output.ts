import type { BackgroundProcess } from '@drawbridge/core/machine'
import { lastWholeUtf8 } from '../../fs/text/text-codec.ts'
import { renderOutput } from '../command/render-output.ts'

export interface OutputPiece {
  readonly text: string
  /** Byte that the next piece begins at. */
  readonly next: number
  /** Bytes before this piece that are no longer kept. */
  readonly lostBytes: number
}

/**
 * Reads the output from a byte on, as far as it is still stored. While more may come, the piece ends with a whole line if there is
 * one, so that a credential, which is recognised by its beginning and end, is not cut in two. Otherwise it ends with a whole
 * character.
 */
export function readOutput(process: BackgroundProcess, position: number): OutputPiece {
  const { bytes, from } = process.read(position)
  const whole = process.outcome() === undefined ? bytes.subarray(0, wholeLength(bytes)) : bytes
  return {
    text: renderOutput({ head: whole, tail: new Uint8Array(0), totalBytes: whole.length }).text,
    next: from + whole.length,
    lostBytes: Math.max(0, from - position),
  }
}

function wholeLength(bytes: Uint8Array): number {
  const lines = bytes.lastIndexOf(0x0a) + 1
  return lines > 0 ? lines : lastWholeUtf8(bytes)
}
