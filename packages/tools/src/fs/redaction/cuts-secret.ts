import type { Scrubber } from '@drawbridge/core/scrub'
import { createSource, type Replacement, type SourceText } from '../edit/index.ts'
import { unitBytes } from '../text/index.ts'

/** A secret is seen with so much of the file on each side: private keys are long. */
const neighbourBytes = 32 * 1024
/** Smaller files are looked through as a whole. */
const smallBytes = 2 * 1024 * 1024

/**
 * Whether a change takes away or adds to a part of a secret: nobody who is shown a marker can have meant that. What replaces the whole of it does not.
 * @param replacements in the order of the file.
 */
export function cutsSecret(source: SourceText, replacements: readonly Replacement[], scrubber: Scrubber): boolean {
  return stretchesOf(source, replacements).some(({ start, end, within }) => {
    const stretch = createSource(source.bytes.subarray(start, end), { ...source.format, bomBytes: 0 })
    const text = stretch.text()
    if (text === undefined) return false
    let next = 0
    return scrubber.scrub(text).redactions.some((redaction) => {
      const from = start + stretch.byteOffset(redaction.start)
      const to = start + stretch.byteOffset(redaction.end)
      while ((within[next]?.end ?? to) <= from) next += 1
      for (let index = next; (within[index]?.start ?? to) < to; index += 1) {
        const replaced = within[index]
        if (replaced !== undefined && !(replaced.start <= from && replaced.end >= to)) return true
      }
      return false
    })
  })
}

interface Stretch {
  readonly start: number
  readonly end: number
  readonly within: readonly Replacement[]
}

function stretchesOf({ bytes, format }: SourceText, replacements: readonly Replacement[]): readonly Stretch[] {
  if (bytes.length <= smallBytes) return [{ start: format.bomBytes, end: bytes.length, within: replacements }]
  const stretches: { start: number; end: number; within: Replacement[] }[] = []
  for (const replacement of replacements) {
    const start = characterStart(bytes, Math.max(format.bomBytes, replacement.start - neighbourBytes), format)
    const end = characterStart(bytes, Math.min(bytes.length, replacement.end + neighbourBytes), format)
    const last = stretches.at(-1)
    if (last === undefined || start > last.end) stretches.push({ start, end, within: [replacement] })
    else {
      last.end = Math.max(last.end, end)
      last.within.push(replacement)
    }
  }
  return stretches
}

/** The first byte at or before the offset that begins a character. */
function characterStart(bytes: Uint8Array, offset: number, { encoding, bomBytes }: SourceText['format']): number {
  const unit = unitBytes(encoding)
  if (unit > 1) return offset - ((offset - bomBytes) % unit)
  let start = offset
  while (encoding === 'utf-8' && start > bomBytes && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1
  return start
}
