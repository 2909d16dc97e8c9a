import { defaultJsonLimits, measureJson } from '../json/index.ts'
import type { Scrubber } from '../scrub/index.ts'

/** The maximum part of an unreadable call that is kept in the record: refused calls must not fill the disk. */
const maxKeptBytes = 16 * 1024
const excerptLength = 1_000

/**
 * Returns the part of a raw call that the record keeps: all of a small one, the beginning of a long text (scrubbed, so
 * that the cut leaves no half of a secret), and for any other only the reason why it was left out.
 */
export function excerptOfRaw(raw: unknown, scrubber: Scrubber): unknown {
  if (typeof raw === 'string') {
    if (raw.length <= maxKeptBytes) return raw
    const head = scrubber.scrub(raw.slice(0, maxKeptBytes)).text.slice(0, excerptLength)
    return `${head}… (cut; ${raw.length} characters)`
  }
  const { exceeded } = measureJson(raw, { ...defaultJsonLimits, bytes: maxKeptBytes })
  return exceeded === undefined ? raw : { omitted: `The call has too many ${unit[exceeded]} to be recorded.` }
}

const unit = { bytes: 'bytes', depth: 'levels', parameters: 'parameters' } as const
