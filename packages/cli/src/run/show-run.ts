import type { ChildNews, LoopEvent } from '@drawbridge/core/agent'
import { escapeToOneLine } from '@drawbridge/core/base'
import { createStyle } from '@drawbridge/room/text'
import type { Io } from '../io/io.ts'

type Shown = LoopEvent | ChildNews

/** Returns what shows each event of a run and of its children: as a line of JSON, or as notes for people on standard error. */
export function createRunDisplay(
  asJson: boolean,
  io: Pick<Io, 'output' | 'diagnostics'>,
): (shown: Shown) => Promise<void> {
  return asJson ? eventWriter(io) : noteWriter(io)
}

/** A change of a child, as a line of JSON. */
function eventWriter({ output }: Pick<Io, 'output'>): (shown: Shown) => Promise<void> {
  return async (shown) => {
    if (!('child' in shown)) return output.write(`${JSON.stringify(shown)}\n`)
    if (shown.event !== undefined) return
    const { id, label, path, state, runs, turns, calls, tokens, cost, message } = shown.child
    const change = { type: 'child.changed', child: id, label, path, state, runs, turns, calls, tokens, cost, message }
    await output.write(`${JSON.stringify(change)}\n`)
  }
}

/** Writes a line for each call and for each change of a child, for people. */
function noteWriter({ diagnostics }: Pick<Io, 'diagnostics'>): (shown: Shown) => Promise<void> {
  const style = createStyle(diagnostics.colour)
  return async (event) => {
    if ('child' in event) {
      if (event.event !== undefined) return
      const { path, state, message } = event.child
      const line = `${state} child ${path.join(' › ')}${message === undefined ? '' : `: ${message}`}`
      await diagnostics.write(`${style.faint(escapeToOneLine(line).slice(0, 300))}\n`)
    } else if (event.type === 'call.ended') {
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
