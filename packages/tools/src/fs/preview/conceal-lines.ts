import { redactionMarker, type Scrubber } from '@drawbridge/core/scrub'

/** A text with what stands around it, which is not shown but tells what is a secret. */
export interface TextInPlace {
  readonly lead: string
  readonly text: string
  readonly trail: string
}

/** The lines of a text, as many as it has, with a marker on every line in the place of what of it is secret. */
export function concealLines({ lead, text, trail }: TextInPlace, scrubber: Scrubber): readonly string[] {
  let result = ''
  let copied = 0
  for (const redaction of scrubber.scrub(lead + text + trail).redactions) {
    const start = Math.max(copied, redaction.start - lead.length)
    const end = Math.min(text.length, redaction.end - lead.length)
    if (end <= start) continue
    const marked = text.slice(start, end).replaceAll(/[^\n]+/g, redactionMarker)
    result += text.slice(copied, start) + marked
    copied = end
  }
  return (result + text.slice(copied)).split('\n')
}
