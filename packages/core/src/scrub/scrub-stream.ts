import { runCharacters } from './character-sets.ts'
import type { Finder } from './find-redactions.ts'
import { type OperatorPatterns, segmentBoundary } from './operator-patterns.ts'
import { type Redaction, type RedactionCounts, redactionMarker, uniteRedactions } from './redaction.ts'
import type { SecretRegistry } from './secret-registry.ts'

/** Scrubs a text that arrives in parts. */
export interface ScrubStream {
  /** Takes the next part; returns what can be shown by now, which may lag behind by the longest window of a rule. */
  push(chunk: string): string
  /** Ends the text and returns the rest. */
  flush(): string
  /** Redactions shown so far, by rule. */
  counts(): RedactionCounts
}

export interface ScrubStreamOptions {
  readonly finder: Finder
  readonly dynamic: SecretRegistry | undefined
  readonly patterns: OperatorPatterns | undefined
}

/** Each pass walks over all that is held back, so the next one waits until as much again has arrived. */
const smallestPass = 64

/** Creates a stream; it holds back no more than the longest window of a rule, plus an unfinished line with patterns. */
export function createScrubStream({ finder, dynamic, patterns }: ScrubStreamOptions): ScrubStream {
  const counts: Record<string, number> = Object.create(null)
  let pending = ''
  let continued = false
  let nextPass = smallestPass
  /** Found in an earlier pass and reaching into `pending`, in its offsets. */
  let carried: readonly Redaction[] = []
  /** The unit shown last belongs to a redaction: its marker is out already. */
  let inside = false

  function advance(complete: boolean): string {
    const part = finder.findInPart(pending, { continued, complete })
    const registered = dynamic?.matcher()
    const lasting = [...carried, ...(registered?.find(pending) ?? []), ...part.redactions]
    const end = complete ? pending.length : settledEnd(part.settled, registered?.partialStart(pending))
    const shown = show(end, [...lasting, ...(patterns?.find(pending) ?? [])])
    if (end > 0) continued = true
    carried = lasting.filter((redaction) => redaction.end > end).map((redaction) => shift(redaction, end))
    pending = pending.slice(end)
    nextPass = Math.max(smallestPass, pending.length * 2)
    return shown
  }

  function settledEnd(settled: number, partialStart = pending.length): number {
    const end = Math.min(settled, partialStart)
    return patterns === undefined ? end : segmentBoundary(pending, end)
  }

  function show(end: number, found: readonly Redaction[]): string {
    if (end === 0) return ''
    let shown = ''
    let copied = 0
    for (const redaction of uniteRedactions(found)) {
      if (redaction.start >= end) break
      shown += pending.slice(copied, redaction.start)
      if (!inside || redaction.start > 0) {
        shown += redactionMarker
        counts[redaction.rule] = (counts[redaction.rule] ?? 0) + 1
      }
      copied = Math.min(redaction.end, end)
    }
    inside = copied === end
    return shown + pending.slice(copied, end)
  }

  return {
    push(chunk) {
      carried = carried.map((redaction) => continueRun(redaction, pending, chunk))
      pending += chunk
      return pending.length < nextPass ? '' : advance(false)
    },
    flush: () => advance(true),
    counts: () => counts,
  }
}

function shift({ rule, start, end }: Redaction, by: number): Redaction {
  return { rule, start: Math.max(0, start - by), end: end - by }
}

/** A redaction that reached the end of what had arrived goes on over the rest of its run of token characters. */
function continueRun(redaction: Redaction, pending: string, chunk: string): Redaction {
  if (redaction.end !== pending.length || runCharacters[pending.charCodeAt(pending.length - 1)] !== 1) return redaction
  let length = 0
  while (runCharacters[chunk.charCodeAt(length)] === 1) length++
  return length === 0 ? redaction : { ...redaction, end: redaction.end + length }
}
