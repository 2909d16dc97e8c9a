import type { Outcome } from '@drawbridge/core'
import { contentText } from '@drawbridge/core/artifact'
import { escapeUnprintable } from '@drawbridge/core/base'
import type { Style } from '@drawbridge/room/text'

/** An outcome as shown to a person: the content, and further notes. */
export interface RenderedOutcome {
  readonly content: string
  /** For a terminal: escaped. */
  readonly notes: string
}

export function renderOutcome(outcome: Outcome, style: Style): RenderedOutcome {
  const { forUser, content, meta } = outcome.result
  const message = outcome.status === 'ok' ? undefined : outcome.message
  const [first] = content
  // A failure says its message as the first block too, for the model.
  const isMessage = first?.type === 'text' && first.text === message
  const shown = forUser ?? contentText(isMessage ? content.slice(1) : content)
  const notes = [
    ...(outcome.status === 'ok'
      ? []
      : [`${style.bad(`${outcome.status}, ${outcome.code}:`)} ${escapeUnprintable(outcome.message)}`]),
    ...(meta.repairs ?? []).map(({ repair, path }) => style.faint(`repaired: ${repair} at ${path || 'the root'}`)),
    ...(meta.truncated === undefined
      ? []
      : [style.faint(`${meta.truncated.shownBytes} of ${meta.truncated.totalBytes} bytes shown`)]),
  ]
  return { content: withLineEnd(shown), notes: withLineEnd(notes.join('\n')) }
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}
