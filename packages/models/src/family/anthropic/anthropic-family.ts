import type { WireFamily } from '../../wire/wire-family.ts'
import { lowerAnthropic } from './lower-anthropic.ts'
import { readAnthropic } from './read-anthropic.ts'

/** The Messages API of Anthropic. */
export const anthropicFamily: WireFamily = {
  lower: lowerAnthropic,
  open: readAnthropic,
  authorize: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
}
