import type { ModelRequest, TranscriptRepair } from '@drawbridge/core/model'
import { pairCalls } from './pair-calls.ts'
import { repairRequest } from './repair-request.ts'
import { repairTurns } from './repair-turns.ts'
import type { NoteRepair, TranscriptTarget } from './transcript-target.ts'

/** A request that every rule allows. The request itself if nothing had to be changed. */
export interface CheckedTranscript {
  readonly request: ModelRequest
  readonly repairs: readonly TranscriptRepair[]
}

/**
 * Checks a request against the rules of its provider, and repairs what breaks them: first ids and names, then pairs of calls and
 * results, then turns, then the options. Pure, and the same request is always repaired in the same way.
 */
export function checkTranscript(request: ModelRequest, target: TranscriptTarget): CheckedTranscript {
  const repairs: TranscriptRepair[] = []
  const note: NoteRepair = (rule, message) => void repairs.push({ rule, message })
  const messages = repairTurns(pairCalls(request.messages, note), target, note)
  const checked = repairRequest(messages === request.messages ? request : { ...request, messages }, target, note)
  return { request: checked, repairs }
}
