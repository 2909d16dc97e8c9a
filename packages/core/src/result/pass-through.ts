import type { Scrubber } from './scrubber.ts'

const nothing = Object.freeze({})

/** Leaves everything as it is. */
const scrubber: Scrubber = {
  scrub: (text) => ({ text, counts: nothing }),
  scrubValue: (value) => ({ value, counts: nothing }),
}

export const passThrough = { scrubber, bounder: { bound: <Ending>(ending: Ending): Ending => ending } }
