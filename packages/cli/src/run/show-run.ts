import type { LoopEvent } from '@drawbridge/core/agent'
import { escapeToOneLine } from '@drawbridge/core/base'
import { createStyle } from '@drawbridge/room/text'
import type { Io } from '../io/io.ts'

/** Returns what shows each event of a run: as a line of JSON, or as notes for people on standard error. */
export function createRunDisplay(
  asJson: boolean,
  io: Pick<Io, 'output' | 'diagnostics'>,
): (event: LoopEvent) => Promise<void> {
  return asJson ? eventWriter(io) : noteWriter(io)
}

function eventWriter({ output }: Pick<Io, 'output'>): (event: LoopEvent) => Promise<void> {
  return (event) => output.write(`${JSON.stringify(event)}\n`)
}

/** Writes a line for each call, for people. */
function noteWriter({ diagnostics }: Pick<Io, 'diagnostics'>): (event: LoopEvent) => Promise<void> {
  const style = createStyle(diagnostics.colour)
  return async (event) => {
    if (event.type === 'call.ended') {
      const { outcome, tool } = event
      const why = outcome.status === 'ok' ? '' : `: ${outcome.message}`
      const line = escapeToOneLine(`${outcome.status} ${tool}${why}`).slice(0, 300)
      await diagnostics.write(`${style.faint(line)}\n`)
    } else if (event.type === 'answer.voided') {
      await diagnostics.write(`${style.faint(escapeToOneLine(`asking again: ${event.reason}`))}\n`)
    } else if (event.type === 'context.compacted') {
      await diagnostics.write(`${style.faint(`compacted from ${event.before} to ${event.after} tokens`)}\n`)
    }
  }
}
