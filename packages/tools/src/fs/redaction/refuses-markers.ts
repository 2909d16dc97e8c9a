import { redactionMarker, type Scrubber } from '@drawbridge/core/scrub'
import { openSource } from '../edit/index.ts'
import { hidesSecrets } from './shown-source.ts'

/** Whether whole new or added content must not be written: it quotes a marker, and the file has secrets that are shown as markers. */
export function refusesMarkers(content: string, current: Uint8Array, scrubber: Scrubber): boolean {
  if (!content.includes(redactionMarker)) return false
  const source = openSource(current)
  return source !== undefined && hidesSecrets(source, scrubber)
}
