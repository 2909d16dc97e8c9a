import type { DrawbridgeEvent } from '@drawbridge/core'
import { escapeToOneLine } from '@drawbridge/core/base'

export interface AnswerCommands {
  readonly approvals: string
  readonly questions: string
}

/** Returns a line that says what waits for a person and which command answers it; undefined if the event is about nothing that waits. Pure. */
export function waitNote(event: DrawbridgeEvent, { approvals, questions }: AnswerCommands): string | undefined {
  switch (event.type) {
    case 'permission.requested': {
      const { tool, askedAt, waitsUntil } = event.request
      const limit = waitsUntil === undefined ? '' : ` up to ${Math.round((waitsUntil - askedAt) / 1000)} s`
      return `${escapeToOneLine(tool)} waits${limit} for approval. To answer it, run in another terminal: ${approvals}\n`
    }
    case 'question.asked':
      return `A question waits for your answer. To answer it, run in another terminal: ${questions}\n`
    default:
      return undefined
  }
}
