import type { BoundedOutput } from '@drawbridge/core/machine'
import { firstWholeUtf8, lastWholeUtf8 } from '../../fs/text/utf8-bytes.ts'

const binaryProbeBytes = 8 * 1024

/** Returns a program's output on one stream as text: a cut in the middle and binary output are described, not shown. */
export function renderOutput({ head, tail, totalBytes }: BoundedOutput): string {
  if (head.subarray(0, binaryProbeBytes).includes(0)) return `[binary output, ${totalBytes} bytes, not shown]`
  const dropped = totalBytes - head.length - tail.length
  if (dropped <= 0) return decode(Buffer.concat([head, tail]))
  const front = head.subarray(0, lastWholeUtf8(head))
  const back = tail.subarray(firstWholeUtf8(tail))
  return `${decode(front)}\n[... ${dropped} bytes omitted ...]\n${decode(back)}`
}

/** The last lines of a stream, for a message: at most five, and 400 bytes. */
export function lastLines(output: BoundedOutput): string {
  const lines = renderOutput(output).trimEnd().split('\n').slice(-5)
  const bytes = Buffer.from(lines.join('\n'))
  const cut = bytes.subarray(Math.max(0, bytes.length - 400))
  return decode(cut.subarray(cut.length < bytes.length ? firstWholeUtf8(cut) : 0))
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
