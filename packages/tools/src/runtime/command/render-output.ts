import type { BoundedOutput } from '@drawbridge/core/machine'
import { firstWholeUtf8, lastWholeUtf8 } from '../../fs/text/text-codec.ts'
import { type FoldedText, foldTerminal } from './fold-terminal.ts'

const binaryProbeBytes = 8 * 1024

/**
 * Returns a program's output on one stream as a terminal would leave it: a cut in the middle and binary output are described, not
 * shown.
 */
export function renderOutput({ head, tail, totalBytes }: BoundedOutput): FoldedText {
  if (isBinary(head.subarray(0, binaryProbeBytes))) {
    return { text: `[binary output, ${totalBytes} bytes, not shown]`, isFolded: false }
  }
  const dropped = totalBytes - head.length - tail.length
  if (dropped <= 0) return foldTerminal(decode(Buffer.concat([head, tail])))
  const front = foldTerminal(decode(head.subarray(0, lastWholeUtf8(head))))
  const back = foldTerminal(decode(tail.subarray(firstWholeUtf8(tail))))
  return {
    text: `${front.text}\n[... ${dropped} bytes omitted ...]\n${back.text}`,
    isFolded: front.isFolded || back.isFolded,
  }
}

/** True if more than a tenth of it is not text but control characters, or bytes that are not UTF-8. */
function isBinary(probe: Uint8Array): boolean {
  const text = decode(probe.subarray(0, lastWholeUtf8(probe)))
  const strange = Array.from(text).filter((character) => character === '\ufffd' || isStrangeControl(character))
  return strange.length * 10 > probe.length
}

const usualControls = new Set(['\t', '\n', '\r', '\f', '\b', '\u001b'])

function isStrangeControl(character: string): boolean {
  return (character < ' ' || character === '\u007f') && !usualControls.has(character)
}

/** The last lines of a stream, for a message: at most five, and 400 bytes. */
export function lastLines(output: BoundedOutput): string {
  const lines = renderOutput(output).text.trimEnd().split('\n').slice(-5)
  const bytes = Buffer.from(lines.join('\n'))
  const cut = bytes.subarray(Math.max(0, bytes.length - 400))
  return decode(cut.subarray(cut.length < bytes.length ? firstWholeUtf8(cut) : 0))
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}
