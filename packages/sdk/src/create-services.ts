import { join } from 'node:path'
import { createRegistry } from '@drawbridge/core'
import type { PreviewCall } from '@drawbridge/core/approval'
import type { Cleanup } from '@drawbridge/core/base'
import type { EventCatalogue } from '@drawbridge/core/event'
import { createLockTable } from '@drawbridge/core/limits'
import type { Scrubber } from '@drawbridge/core/scrub'
import type { VirtualTree } from '@drawbridge/core/virtual'
import type { UnapprovedSetting } from '@drawbridge/sandbox'
import type { Containment } from '@drawbridge/sandbox/contain'
import { createArtifactFiles } from '@drawbridge/store'
import { approvalTimes } from './authority/approval-times.ts'
import { openAuthority } from './authority/open-authority.ts'
import type { Configuration } from './config/configuration.ts'
import type { Credentials } from './credentials/open-credentials.ts'
import type { HomeDatabase } from './database/home-database.ts'
import type { DrawbridgeOptions } from './drawbridge-options.ts'
import { configuredHooks } from './hook/configured-hooks.ts'
import type { JoinedRooms } from './room/open-rooms.ts'
import type { Sandboxing } from './sandbox/sandboxing.ts'
import type { SharedServices } from './session/shared-services.ts'
import { interruptedCalls } from './store/interrupted-calls.ts'
import { openRecorder } from './store/open-recorder.ts'
import type { VirtualReader } from './virtual/virtual-reader.ts'
import { createExecutionSite } from './workspace/create-execution-site.ts'

/** Options with the two folders, the clock and the ids decided. */
type ServiceOptions = DrawbridgeOptions &
  Required<Pick<DrawbridgeOptions, 'workspace' | 'home' | 'clock' | 'ids'>> & {
    readonly configuration: Configuration | undefined
    /** The configuration in force now, for what follows it. */
    currentConfiguration(): Configuration | undefined
    readonly credentials: Credentials
    readonly scrubber: Scrubber
    readonly catalogue: EventCatalogue
    /** The additions of the open rooms. */
    readonly joined: JoinedRooms
    readonly database: HomeDatabase
    readonly readVirtual: VirtualReader
    /** The virtual files in the workspace. */
    readonly tree: VirtualTree | undefined
    readonly sandboxing: Sandboxing | undefined
    readonly containment: Containment
    readonly unapproved: UnapprovedSetting
  }

/** Makes each service that the options do not bring, from the package that implements it. What options say, a file does not. */
export async function createServices(
  options: ServiceOptions,
  cleanup: Cleanup,
): Promise<Omit<SharedServices, 'policy' | 'runs'>> {
  const { home, workspace, clock, ids, configuration, scrubber, joined, catalogue } = options
  const { approvers = [], createApprovers, questioners = [], hooks = {} } = options.authority ?? {}
  const tools = { scrubber, readVirtual: options.readVirtual }
  const brought = [...approvers, ...(createApprovers?.(tools) ?? [])]
  const preview: PreviewCall = async (call) =>
    (await import('./authority/preview-of-request.ts')).createPreviewCall(tools)(call)
  const settingsOf = (current: Configuration | undefined) => ({
    ...approvalTimes(current?.approvals),
    ...options.settings,
  })
  const hooksOf = (current: Configuration | undefined) =>
    joined.with(configuredHooks(current?.hooks ?? [], hooks, { workspace, scrubber, clock }))
  const settings = settingsOf(configuration)
  const authority = await openAuthority({ ...options, settings, clock }, cleanup)
  return {
    registry: createRegistry(),
    ...(await createExecutionSite(workspace, options, options.tree)),
    preview,
    approvers: [...brought, ...joined.approvers, ...(authority.desk === undefined ? [] : [authority.desk])],
    questioners: [
      ...questioners,
      ...joined.questioners,
      ...(authority.questionDesk === undefined ? [] : [authority.questionDesk]),
    ],
    hooks: hooksOf(configuration),
    forNextRun: () => {
      const current = options.currentConfiguration()
      return current === configuration ? {} : { hooks: hooksOf(current), settings: settingsOf(current) }
    },
    ...(authority.grantStore === undefined ? {} : { grantStore: authority.grantStore }),
    ...(authority.receipts === undefined ? {} : { receipts: authority.receipts }),
    limiter: authority.limiter,
    locks: createLockTable(),
    catalogue,
    recorder: cleanup.use(
      await openRecorder(options.record, {
        home,
        database: options.database,
        retentionDays: configuration?.store?.retentionDays,
        catalogue,
      }),
    ),
    interruptedCalls: (session) => interruptedCalls(options.database, session),
    artifacts: createArtifactFiles({ ...configuration?.artifacts, folder: join(home, 'artifacts'), clock, ids }),
    scrubber,
    clock,
    ids,
    settings,
  }
}
