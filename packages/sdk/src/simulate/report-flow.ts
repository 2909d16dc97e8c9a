import { DrawbridgeError } from '@drawbridge/core'
import type { FlowReport } from '@drawbridge/core/flow'
import type { RecordedLine } from '@drawbridge/core/replay'
import type { HomeDatabaseSources } from '../database/home-database.ts'
import { recordedLines } from '../store/recorded-lines.ts'

/**
 * Reports where the words of a recorded session came from, and what they decided.
 * @throws DrawbridgeError `invalid_option` if there is no such session.
 */
export async function reportFlow({
  session,
  ...sources
}: HomeDatabaseSources & { readonly session: string }): Promise<FlowReport> {
  const { reportFlowOf } = await import('@drawbridge/core/flow')
  let lines = 0
  async function* counted(): AsyncGenerator<RecordedLine> {
    for await (const line of recordedLines(sources, session)) {
      lines += 1
      yield line
    }
  }
  const report = await reportFlowOf(counted())
  if (lines > 0) return report
  throw new DrawbridgeError(
    'invalid_option',
    `No session "${session}" is recorded. List the recorded ones with: drawbridge sessions`,
  )
}
