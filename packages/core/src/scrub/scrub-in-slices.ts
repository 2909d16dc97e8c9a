import type { RedactionCounts } from './redaction.ts'
import type { ScrubStream } from './scrub-stream.ts'
import { longestStep, type ScrubbedValue, scrubSteps } from './scrub-value.ts'
import type { ScrubbedText } from './scrubbed-text.ts'

/** Scrubs large values: between slices of a few milliseconds the event loop runs. The results are those of the scrubber itself. */
export interface SlicedScrubber {
  scrub(text: string): Promise<Pick<ScrubbedText, 'text' | 'counts'>>
  scrubValue<Value>(value: Value): Promise<ScrubbedValue<Value>>
}

export interface SlicedScrubberParts {
  readonly scrub: (text: string) => ScrubbedText
  readonly stream: () => ScrubStream
  /** Lets other work run. */
  readonly pause: () => Promise<void>
}

/** Makes a scrubber that pauses of one that does not. */
export function scrubInSlices({ scrub, stream, pause }: SlicedScrubberParts): SlicedScrubber {
  async function scrubText(text: string): Promise<Pick<ScrubbedText, 'text' | 'counts'>> {
    if (text.length <= longestStep) return scrub(text)
    const parts = stream()
    const shown: string[] = []
    for (let start = 0; start < text.length; start += longestStep) {
      shown.push(parts.push(text.slice(start, start + longestStep)))
      await pause()
    }
    shown.push(parts.flush())
    const counts: RedactionCounts = parts.counts()
    return { text: shown.join(''), counts }
  }

  return {
    scrub: scrubText,
    scrubValue: async (value) => {
      const steps = scrubSteps(value, scrub)
      let step = steps.next()
      while (step.done !== true) {
        if (step.value === '') await pause()
        step = steps.next(await asWhole(step.value))
      }
      return step.value
    },
  }

  async function asWhole(text: string): Promise<ScrubbedText> {
    const { text: shown, counts } = await scrubText(text)
    // The walk asks for no places, only whether there are any.
    const redactions = Object.keys(counts).map((rule) => ({ rule, start: 0, end: 0 }))
    return { text: shown, counts, redactions }
  }
}
