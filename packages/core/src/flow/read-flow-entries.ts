import { isEndEvent } from '../event/drawbridge-event.ts'
import type { RecordedLine } from '../replay/recorded-line.ts'
import { contentText } from '../result/content-text.ts'
import type { FlowEntry } from './flow-journal.ts'

/** Reads what entered a session from its record: the words that it heard, and the results of calls that ran. */
export async function* readFlowEntries(
  lines: Iterable<RecordedLine> | AsyncIterable<RecordedLine>,
): AsyncGenerator<FlowEntry> {
  const running = new Map<string, { readonly tool: string; readonly isWrite: boolean }>()
  for await (const line of lines) {
    if (line.type === 'session.heard') yield { kind: 'heard', from: line.from, text: line.text }
    if (line.type === 'tool.started')
      running.set(line.toolCallId, { tool: line.tool, isWrite: line.permission === 'write' })
    if (line.type === 'torn' || !isEndEvent(line)) continue
    const started = running.get(line.toolCallId)
    running.delete(line.toolCallId)
    // The end of a call that did not run has its arguments.
    if (started === undefined || line.arguments !== undefined) continue
    const { toolCallId, content, data, isError } = line.result
    const isAct = started.isWrite && !isError
    const entry = { tool: started.tool, toolCallId, isAct, content, size: contentText(content).length }
    yield { kind: 'result', ...entry, ...(data === undefined ? {} : { data }) }
  }
}
