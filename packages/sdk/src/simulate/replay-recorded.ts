import { join } from 'node:path'
import type { Mode, RunSettings, SessionOptions } from '@drawbridge/core'
import { defined, systemClock } from '@drawbridge/core/base'
import { readFlowEntries } from '@drawbridge/core/flow'
import {
  createTargetRestorer,
  type RecordedLine,
  type ReplayReport,
  type RunOpening,
  type RunParts,
  replaySession,
} from '@drawbridge/core/replay'
import type { Scrubber } from '@drawbridge/core/scrub'
import * as analyser from '@drawbridge/shell'
import { createArtifactFiles } from '@drawbridge/store'
import { configSourceOf } from '../config/config-source.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { Drawbridge } from '../drawbridge.ts'
import type { AuthorityOptions, DrawbridgeOptions } from '../drawbridge-options.ts'
import { realUserHome } from '../home/real-user-home.ts'
import { resolveHome } from '../home/resolve-home.ts'
import { eventsOf, needRooms } from '../room/find-rooms.ts'
import { hideUnaskable } from '../session/hide-unaskable.ts'
import { withDeniedPaths } from '../session/run-ceilings.ts'
import { recordedLines } from '../store/recorded-lines.ts'

/** The session to replay, and the Drawbridge that replays it. */
export interface ReplayRecordedOptions extends Omit<DrawbridgeOptions, 'record' | 'authority'> {
  /** Approvers, hooks and grants are those of the record. */
  readonly authority?: Omit<AuthorityOptions, 'approvers' | 'createApprovers' | 'hooks' | 'grantStore'>
  /** Key of the session. */
  readonly session: string
  /** Reads the record of a session. Default: from the database of the home, or from its files if there is none. */
  readonly readEvents?: (session: string) => AsyncIterable<RecordedLine>
  /** The number of differences that the report shows. Default 20. */
  readonly differences?: number
}

/**
 * Replays a recorded session with the tools, the policy and the scrubber that these options make today, as `createDrawbridge` makes
 * them. Nothing is executed, asked, written or dialled. The default workspace is the one that was recorded. Of a session
 * that there is not the report has no events.
 */
export async function replayRecorded({
  session,
  readEvents,
  differences,
  ...options
}: ReplayRecordedOptions): Promise<ReplayReport> {
  const home = resolveHome({ flag: options.home })
  const config = configSourceOf(options)
  const read = readEvents ?? ((id) => recordedLines({ home, config }, id))
  const events = await collect(read(session))
  const workspace = options.workspace ?? recordedWorkspace(events)
  let scrubber: Scrubber | undefined
  await using drawbridge = await createDrawbridge({
    ...options,
    ...(workspace === undefined ? {} : { workspace }),
    home,
    record: 'off',
    authority: {
      ...options.authority,
      // No one is asked; this receives the scrubber.
      createApprovers: (tools) => {
        scrubber = tools.scrubber
        return []
      },
    },
  })
  return await replaySession({
    catalogue: eventsOf(await needRooms({ home, config, own: options.rooms })),
    events,
    readFlow: (followed) => readFlowEntries(read(followed)),
    partsOf: (opening) => ({ ...partsOf(opening, drawbridge), ...(scrubber === undefined ? {} : { scrubber }) }),
    artifacts: createArtifactFiles({
      folder: join(home, 'artifacts'),
      clock: systemClock,
      ids: { next: (prefix) => prefix },
    }),
    restoreTargets: createTargetRestorer({ workspace: drawbridge.workspace, userHome: realUserHome(), analyser }),
    ...(differences === undefined ? {} : { differences }),
  })
}

/** Returns a run's parts under today's policy, with its recorded mode and lists. */
function partsOf(
  { principal, settings, setup = {} }: RunOpening,
  { registry, policy, workspace }: Drawbridge,
): RunParts {
  const { mode, scope, deniedPaths, asksPerson = false } = setup as RecordedSetup
  const wished = withDeniedPaths(defined({ mode, scope, deniedPaths }), workspace)
  const { authority, hide } = policy.forRun(principal, wished)
  const hidden = hideUnaskable(hide, asksPerson)
  return {
    registry,
    authority,
    ...(hidden === undefined ? {} : { hide: hidden }),
    settings: settings as Partial<RunSettings>,
  }
}

/** The parts of a recorded setup that decide which tools there are. */
interface RecordedSetup {
  readonly mode?: Mode
  readonly scope?: NonNullable<SessionOptions['scope']>
  readonly deniedPaths?: NonNullable<SessionOptions['deniedPaths']>
  /** True if somebody could be asked. */
  readonly asksPerson?: boolean
}

function recordedWorkspace(events: readonly RecordedLine[]): string | undefined {
  return events.find((event) => event.type === 'run.started')?.workspace
}

async function collect(lines: AsyncIterable<RecordedLine>): Promise<readonly RecordedLine[]> {
  const collected: RecordedLine[] = []
  for await (const line of lines) collected.push(line)
  return collected
}
