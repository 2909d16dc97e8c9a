import { fail, type ToolContext, type ToolOutput, toolOutput } from '@drawbridge/core'
import { ownLabel } from '@drawbridge/core/artifact'
import { describeLine, describeState, processData } from './describe-process.ts'
import { type ProcessEntry, processTable } from './process-table.ts'

export function listProcesses({ session, clock }: ToolContext): ToolOutput {
  const entries = session.use(processTable).list(clock)
  const lines = entries.map((entry) => describeLine(entry, clock))
  return own(lines.length === 0 ? 'No background processes.' : lines.join('\n'), {
    processes: entries.map((entry) => processData(entry, clock)),
  })
}

/** Ends one process, or all that still run. */
export async function killProcess(id: string, { session, clock }: ToolContext): Promise<ToolOutput> {
  if (id === allProcesses) return killAll({ session, clock })
  const entry = session.use(processTable).get(id, clock)
  await entry.process.stop()
  return own(describeState(entry, clock), { process: processData(entry, clock) })
}

/** The id that means every process. */
const allProcesses = 'all'

async function killAll({ session, clock }: Pick<ToolContext, 'session' | 'clock'>): Promise<ToolOutput> {
  const running = session
    .use(processTable)
    .list(clock)
    .filter((entry) => !hasEnded(entry))
  await Promise.all(running.map(({ process }) => process.stop()))
  const lines = running.map((entry) => describeLine(entry, clock))
  return own(lines.length === 0 ? 'No background process was running.' : lines.join('\n'), {
    processes: running.map((entry) => processData(entry, clock)),
  })
}

/** Forgets one process that has ended, or all of them. */
export function clearProcesses(id: string | undefined, { session, clock }: ToolContext): ToolOutput {
  const table = session.use(processTable)
  const chosen = id === undefined ? table.list(clock).filter(hasEnded) : [table.get(id, clock)]
  const running = chosen.find((entry) => !hasEnded(entry))
  if (running !== undefined) fail('invalid_target', `"${running.id}" still runs. Kill it first.`)
  for (const entry of chosen) table.remove(entry.id)
  return own(
    chosen.length === 0
      ? 'There were no ended processes to forget.'
      : `Forgotten: ${chosen.map((entry) => entry.id).join(', ')}.`,
    {
      processes: chosen.map((entry) => processData(entry, clock)),
    },
  )
}

function hasEnded({ process }: ProcessEntry): boolean {
  return process.outcome() !== undefined
}

/** A result in our own words: nothing in it was written by the process. */
export function own(text: string, data: unknown): ToolOutput {
  return toolOutput({ content: [{ type: 'text', text, label: ownLabel }], data })
}
