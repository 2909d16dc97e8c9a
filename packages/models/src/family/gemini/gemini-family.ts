import type { WireFamily } from '../../wire/wire-family.ts'
import { lowerGemini } from './lower-gemini.ts'
import { readGemini } from './read-gemini.ts'

/** The Gemini API. */
export const geminiFamily: WireFamily = {
  lower: lowerGemini,
  open: readGemini,
  authorize: (key) => ({ 'x-goog-api-key': key }),
}
