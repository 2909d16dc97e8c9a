import { type DrawbridgeEvent, type EndEvent, isEndEvent } from '../event/drawbridge-event.ts'
import type { EndNotes } from '../event/families/call-events.ts'
import { firstText } from './recorded-failure.ts'

/**
 * An event of a record that was made before ends said by fields why they came, with those fields: they are read out of its sentences.
 * This is the one file that reads sentences, and those are the sentences of that time. Never change them.
 */
export function withFields(event: DrawbridgeEvent): DrawbridgeEvent {
  if (event.type === 'run.started') return { ...event, format: 2 }
  if (event.type === 'permission.failed') return { ...event, ...reasonsOf(event.message) }
  return isEndEvent(event) ? { ...event, ...notesOn(event), ...(isSilent(event) ? { silent: true } : {}) } : event
}

function notesOn(end: EndEvent): EndNotes {
  const text = firstText(end)
  switch (end.result.code) {
    case 'not_started_after_failed_write':
      return { stoppedAt: 'by_turn' }
    case 'aborted':
    case 'timeout':
      return stopOf(end, text)
    case 'approval_void':
      return { voidedBy: voidOf(text) }
    case 'store_unavailable':
    case 'internal_error':
      return causeOf(text)
    default:
      return {}
  }
}

function stopOf({ type, tool }: EndEvent, text: string): EndNotes {
  if (text.startsWith('The run was aborted before the tool started')) return { stoppedAt: 'before_start' }
  if (text.startsWith(`"${tool}" was stopped `)) return { stoppedAt: 'running' }
  const isByTurn = type === 'tool.cancelled' && text.startsWith('The run was aborted before this call')
  return isByTurn ? { stoppedAt: 'by_turn' } : {}
}

function voidOf(text: string): NonNullable<EndNotes['voidedBy']> {
  if (text.includes('was redeemed before')) return 'redeemed'
  return text.includes('what it would do or touch') ? 'digest' : 'policy'
}

const causes = [
  ['limits', /^The limits cannot be looked up: (.*) The tool was not run\.$/s],
  ['start', /its start could not be recorded: (.*)$/s],
  ['drawbridge', /^Drawbridge itself failed on this call: (.*) Nothing is known to be wrong with the call\.$/s],
] as const

function causeOf(text: string): EndNotes {
  for (const [at, sentence] of causes) {
    const reason = sentence.exec(text)?.[1]
    if (reason !== undefined) return { cause: { at, reason } }
  }
  return {}
}

function reasonsOf(message: string): { readonly why?: string; readonly answersLater?: string } {
  const why = /This needs a person's approval, and (.*)\. To approve: /s.exec(message)?.[1]
  if (why !== undefined) return { why }
  const answersLater = /It can still be answered: (.*)\. Then make the same call again\.$/s.exec(message)?.[1]
  return answersLater === undefined ? {} : { answersLater }
}

/** Returns true if the tool returned nothing, for which the pipeline has a text of its own. */
function isSilent({ result, added = [] }: EndEvent): boolean {
  if (result.code !== undefined || result.meta.truncated !== undefined) return false
  const [only, ...others] = result.content.slice(0, result.content.length - added.length)
  return others.length === 0 && only?.type === 'text' && only.text === '(no output)' && only.label.sources.length === 0
}
