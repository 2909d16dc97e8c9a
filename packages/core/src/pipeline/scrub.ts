import type { Ending } from './ending.ts'
import type { RunContext } from './run-context.ts'
import { scrubEnding } from './scrub-ending.ts'

/** Takes credentials out of everything that is about to leave: text, structured data, media, messages. */
export function scrub(ending: Ending, { scrubber }: RunContext): Ending {
  return scrubEnding(ending, scrubber)
}
