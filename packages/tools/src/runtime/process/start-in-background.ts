import { type ToolContext, type ToolOutput, toolOutput } from '@drawbridge/core'
import { ownLabel } from '@drawbridge/core/artifact'
import { note } from '../../fs/result-text.ts'
import { folderOf } from '../command/run-and-report.ts'
import { processTable } from './process-table.ts'

export interface BackgroundLine {
  readonly line: string
  readonly stdin?: string | undefined
  /** Default: none. */
  readonly timeoutMs?: number | undefined
}

/** Starts a line that the call declared and leaves it to the session. */
export async function startInBackground(
  { line, stdin, timeoutMs }: BackgroundLine,
  context: ToolContext,
): Promise<ToolOutput> {
  const cwd = folderOf(context)
  const { place } = context.processes
  const table = context.session.use(processTable)
  table.assertRoom(context.clock)
  const process = await context.processes.start({ line, cwd, ...(timeoutMs === undefined ? {} : { timeoutMs }) })
  if (stdin !== undefined) process.write(Buffer.from(stdin))
  const { id } = table.add({ command: line, cwd, process })
  const text = `Started in the background as "${id}" (process ${process.pid}). Use runtime.process to watch or end it: poll, log, kill.`
  return toolOutput({
    content: [{ type: 'text', text, label: ownLabel }, ...note(place?.notice)],
    data: { process_id: id, pid: process.pid, command: line, cwd, ...(place && { ran_in: place.kind }) },
  })
}
