import type { PassingEvent } from './chats.ts'

/** The greatest length of a piece of text, in characters: a change of the database takes 1,000, and JSON may make six of one. */
const longestPiece = 120

/** Adds an event to those that wait: text is appended, and of a call only the newest progress is kept. Pure. */
export function joinPassing(events: readonly PassingEvent[], event: PassingEvent): readonly PassingEvent[] {
  const last = events.at(-1)
  switch (event.type) {
    case 'text.streamed':
    case 'reasoning.streamed':
      if (last?.type !== event.type) return [...events, event]
      return [...events.slice(0, -1), { type: event.type, text: last.text + event.text }]
    case 'call.streamed':
      return last?.type === 'call.streamed' && last.name === event.name ? events : [...events, event]
    case 'call.progressed':
      return [...events.filter((each) => each.type !== event.type || each.call !== event.call), event]
    case 'answer.voided':
      return [...events.filter(({ type }) => type === 'call.progressed'), event]
    default:
      return event satisfies never
  }
}

/** Cuts an event into pieces that are short enough to send. Pure. */
export function piecesOf(event: PassingEvent): readonly PassingEvent[] {
  switch (event.type) {
    case 'text.streamed':
    case 'reasoning.streamed': {
      const { type, text } = event
      const characters = Array.from(text)
      return Array.from({ length: Math.ceil(characters.length / longestPiece) }, (_, place) => ({
        type,
        text: characters.slice(place * longestPiece, (place + 1) * longestPiece).join(''),
      }))
    }
    case 'call.progressed':
      return [{ ...event, message: event.message.slice(0, longestPiece) }]
    case 'answer.voided':
      return [{ ...event, reason: event.reason.slice(0, longestPiece) }]
    case 'call.streamed':
      return [event]
    default:
      return event satisfies never
  }
}
