import { createStyle } from '@drawbridge/room/text'
import { resolveHome } from '@drawbridge/sdk/folders'
import { replayRecorded } from '@drawbridge/sdk/replay'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { renderReplay } from './render-replay.ts'

export interface ReplayFlags {
  readonly workspace?: string
  readonly home?: string
  readonly config?: string
  readonly json?: boolean
}

/** Replays a session and shows what differs. */
export async function runReplay(session: string, flags: ReplayFlags, { output }: Io): Promise<ExitCode> {
  const { workspace, config } = flags
  const report = await replayRecorded({
    session,
    home: resolveHome({ flag: flags.home }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(config === undefined ? {} : { config }),
  })
  if (report.events + report.tornLines === 0)
    throw new UsageError(`No session "${session}" is recorded. List the recorded ones with: drawbridge sessions`)
  if (flags.json === true) await output.write(`${JSON.stringify(report)}\n`)
  else await output.write(renderReplay(report, createStyle(output.colour)))
  return report.status === 'equal' ? exitCodes.ok : exitCodes.failed
}
