import type { ToolContext } from '@drawbridge/core'
import { foldTerminal } from './fold-terminal.ts'

/** The interval of the signs of life of a command, in milliseconds: well below the limits after which clients give up. */
const intervalMs = 5_000

/** The last characters of an output that a sign of life shows. */
const shownCharacters = 200

/** Reports that a command still runs, with the last line that it printed, until it is disposed of. */
export interface LifeReport extends Disposable {
  note(chunk: Uint8Array): void
}

/** Begins to report that a command runs: every five seconds, until it is disposed of. */
export function reportLife({ clock, progress }: Pick<ToolContext, 'clock' | 'progress'>): LifeReport {
  const startedMs = clock.now()
  let last: Uint8Array = new Uint8Array(0)
  let timer = clock.after(intervalMs, beat)
  return {
    note: (chunk) => {
      last = chunk
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  }

  function beat(): void {
    timer = clock.after(intervalMs, beat)
    const seconds = Math.round((clock.now() - startedMs) / 1_000)
    const line = lastLine(last)
    progress({ message: line === '' ? `Running for ${seconds} s.` : `Running for ${seconds} s: ${line}` })
  }
}

function lastLine(chunk: Uint8Array): string {
  const end = chunk.subarray(Math.max(0, chunk.length - 4 * shownCharacters))
  const lines = foldTerminal(Buffer.from(end).toString('utf8')).text.split('\n')
  const line = lines.findLast((each) => each.trim() !== '') ?? ''
  return line.trim().slice(-shownCharacters)
}
