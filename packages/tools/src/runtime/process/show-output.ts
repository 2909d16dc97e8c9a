import { type ToolContext, type ToolOutput, toolOutput, type UnlabelledBlock } from '@drawbridge/core'
import { note } from '../../fs/result-text.ts'
import { describeState, processData } from './describe-process.ts'
import { processTable } from './process-table.ts'
import { readOutput } from './read-output.ts'

/** Returns the output since the last poll, and if the process still runs. */
export async function pollOutput(
  id: string,
  { wait_seconds: seconds }: { readonly wait_seconds: number },
  { session, clock, signal }: ToolContext,
): Promise<ToolOutput> {
  const entry = session.use(processTable).get(id, clock)
  const { process } = entry
  const isQuiet = process.read(entry.polledTo).bytes.length === 0 && process.outcome() === undefined
  if (seconds > 0 && isQuiet) {
    const { promise, resolve } = Promise.withResolvers<void>()
    using _timer = clock.after(seconds * 1000, resolve)
    signal.addEventListener('abort', () => resolve(), { once: true })
    await Promise.race([process.nextOutput(), promise])
  }
  const { text, next, lostBytes } = readOutput(process, entry.polledTo)
  const newBytes = next - entry.polledTo - lostBytes
  entry.polledTo = next
  return toolOutput({
    content: [
      ...output(text),
      ...note(
        lostBytes > 0 ? `${lostBytes} bytes before this are no longer available.` : undefined,
        text === '' ? 'No new output.' : undefined,
        describeState(entry, clock),
      ),
    ],
    data: { process: processData(entry, clock), new_bytes: newBytes, lost_bytes: lostBytes },
  })
}

/** Shows any lines of the stored output. */
export function logOutput(
  id: string,
  { offset, limit }: { readonly offset?: number | undefined; readonly limit: number },
  { session, clock }: ToolContext,
): ToolOutput {
  const entry = session.use(processTable).get(id, clock)
  const { text, lostBytes } = readOutput(entry.process, 0)
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const first = Math.min(offset ?? Math.max(0, lines.length - limit), lines.length)
  const shown = lines.slice(first, first + limit)
  const where =
    shown.length === 0
      ? `No lines from ${first} on; there are ${lines.length}.`
      : `Lines ${first} to ${first + shown.length - 1} of ${lines.length}.`
  return toolOutput({
    content: [
      ...output(shown.join('\n')),
      ...note(
        lostBytes > 0 ? `The first ${lostBytes} bytes are no longer available.` : undefined,
        where,
        describeState(entry, clock),
      ),
    ],
    data: {
      process: processData(entry, clock),
      first_line: first,
      lines: shown.length,
      total_lines: lines.length,
      lost_bytes: lostBytes,
    },
  })
}

/** A process may print what any stranger says. */
function output(text: string): readonly UnlabelledBlock[] {
  if (text === '') return []
  return [
    { type: 'text', text, label: { sources: [{ tool: 'runtime.process' }], trust: 'untrusted', readers: 'anyone' } },
  ]
}
