import type { WireFamily } from '../../wire/wire-family.ts'
import { lowerResponses } from './lower-responses.ts'
import { readResponses } from './read-responses.ts'

/** The Responses API of OpenAI. */
export const responsesFamily: WireFamily = {
  lower: lowerResponses,
  open: readResponses,
  authorize: (key) => ({ authorization: `Bearer ${key}` }),
}
