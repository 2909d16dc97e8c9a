import { join } from 'node:path'
import { createRegistry, type InterruptedCall, type RunSettings } from '@drawbridge/core'
import type { PreviewCall } from '@drawbridge/core/approval'
import { type Cleanup, defined } from '@drawbridge/core/base'
import type { ApprovalsSection, TelemetrySection } from '@drawbridge/core/configuration'
import type { EventCatalogue, EventSink } from '@drawbridge/core/event'
import type { FlowEntry } from '@drawbridge/core/flow'
import { createLockTable } from '@drawbridge/core/limits'
import { type Dialect, safeDialect } from '@drawbridge/core/registry'
import type { Scrubber } from '@drawbridge/core/scrub'
import { type ArtifactFiles, createArtifactFiles, defaultArtifactLimits } from '@drawbridge/store'
import { openAuthority } from './authority/open-authority.ts'
import type { Configuration } from './config/configuration.ts'
import type { HomeDatabase } from './database/home-database.ts'
import type { DrawbridgeOptions } from './drawbridge-options.ts'
import type { OpenHome } from './home/open-home.ts'
import type { JoinedRooms } from './room/open-rooms.ts'
import type { DialectOfRun } from './session/choose-dialect.ts'
import type { SharedServices } from './session/shared-services.ts'
import { openRecorder, sessionsFolder } from './store/open-recorder.ts'
import type { VirtualReader } from './virtual/virtual-reader.ts'
import type { OpenPlace } from './workspace/create-execution-site.ts'

export interface ServiceSources {
  readonly options: DrawbridgeOptions
  readonly home: OpenHome
  /** Returns the configuration in force, for what follows it. */
  configuration(): Configuration | undefined
  readonly scrubber: Scrubber
  readonly catalogue: EventCatalogue
  /** The additions of the open rooms. */
  readonly joined: JoinedRooms
  readonly readVirtual: VirtualReader
  /** The place of sessions that name no other. */
  readonly place: OpenPlace
}

/** Makes each service that the options do not bring, from the package that implements it. What options say, a file does not. */
export async function createServices(
  { options, home: opened, configuration: current, scrubber, joined, catalogue, readVirtual, place }: ServiceSources,
  cleanup: Cleanup,
): Promise<Omit<SharedServices, 'policy' | 'runs' | 'runEnds'> & { readonly artifacts: ArtifactFiles }> {
  const { home, clock, ids, database } = opened
  const { approvers = [], createApprovers, questioners = [], hooks = {} } = options.authority ?? {}
  const configuration = current()
  const tools = { scrubber, readVirtual }
  const brought = [...approvers, ...(createApprovers?.(tools) ?? [])]
  const preview: PreviewCall = async (call) =>
    (await import('./authority/preview-of-request.ts')).createPreviewCall(tools)(call)
  const settingsNow = () => ({
    ...current()?.runLimits,
    ...approvalTimes(current()?.approvals),
    ...defined({ flow: current()?.flow }),
    ...options.settings,
  })
  const settings = settingsNow()
  const artifactLimits = () => current()?.artifacts ?? defaultArtifactLimits
  const authority = await openAuthority(
    { ...options, home, settings, clock, database, configuration, currentConfiguration: current },
    cleanup,
  )
  return {
    registry: createRegistry(),
    ...place,
    preview,
    approvers: [...brought, ...joined.approvers, ...(authority.desk === undefined ? [] : [authority.desk])],
    questioners: [
      ...questioners,
      ...joined.questioners,
      ...(authority.questionDesk === undefined ? [] : [authority.questionDesk]),
    ],
    hooks: joined.hooks(hooks),
    deferFrom: joined.defer,
    forNextRun: () => (current() === configuration ? {} : { hooks: joined.hooks(hooks), settings: settingsNow() }),
    ...defined({ grantStore: authority.grantStore, receipts: authority.receipts }),
    limiter: authority.limiter,
    locks: createLockTable(),
    catalogue,
    sinks: await openSinks({ ...configuration?.telemetry, ...options.telemetry }),
    recorder: cleanup.use(
      await openRecorder(options.record, {
        home,
        database,
        retentionDays: configuration?.store?.retentionDays,
        catalogue,
      }),
    ),
    dialectFor: await dialectChoice(
      options.dialect ?? configuration?.dialect ?? options.fallbackDialect,
      joined.exposed,
    ),
    ...(options.record === 'off'
      ? {}
      : { readFlow: (session) => readFlow(session, { folder: sessionsFolder(home), database, catalogue }) }),
    interruptedCalls: (session) => interruptedCalls(database, session),
    artifacts: createArtifactFiles({
      folder: join(home, 'artifacts'),
      clock,
      ids,
      get maxArtifactBytes() {
        return artifactLimits().maxArtifactBytes
      },
      get maxSessionBytes() {
        return artifactLimits().maxSessionBytes
      },
      get retentionMs() {
        return artifactLimits().retentionMs
      },
    }),
    scrubber,
    clock,
    ids,
    settings,
  }
}

/** Loads what makes spans and metrics only if they are wanted. */
async function openSinks({ enabled = false, contents = false }: TelemetrySection): Promise<readonly EventSink[]> {
  return enabled ? [await (await import('@drawbridge/core/telemetry')).openTelemetry({ contents })] : []
}

async function dialectChoice(
  wanted: DrawbridgeOptions['dialect'] = safeDialect,
  nameOf: (tool: string, agent: string | undefined) => string | undefined,
): Promise<DialectOfRun> {
  const choose =
    typeof wanted === 'object'
      ? () => wanted
      : await (await import('./session/choose-dialect.ts')).createDialectChoice(wanted)
  return ({ provider, agent, dialect }) => withNames(dialect ?? choose(provider), (tool) => nameOf(tool, agent))
}

/** The same dialect, with the names that rooms give their tools. The canonical one has no other names. */
function withNames(dialect: Dialect, nameOf: (tool: string) => string | undefined): Dialect {
  if (dialect.name === 'canonical') return dialect
  return { ...dialect, expose: (tool) => nameOf(tool) ?? dialect.expose(tool) }
}

/** Returns the interrupted calls of a session in order. None if no database has a record. */
async function interruptedCalls(database: HomeDatabase, session: string): Promise<readonly InterruptedCall[]> {
  const found = await database.find()
  if (found === undefined) return []
  const { listInterrupted, recoverInterrupted } = await import('@drawbridge/store/sessions')
  await recoverInterrupted(found)
  return listInterrupted(found, session)
}

/** Reads what entered a session, from the database and from the session's file. */
async function* readFlow(
  session: string,
  { folder, database, catalogue }: { folder: string; database: HomeDatabase; catalogue: EventCatalogue },
): AsyncGenerator<FlowEntry> {
  const { readFlowEntries } = await import('@drawbridge/core/flow')
  const opened = await database.find()
  if (opened === undefined) {
    const { readSessionEvents } = await import('@drawbridge/store/files')
    return yield* readFlowEntries(readSessionEvents(folder, session, catalogue))
  }
  const { importSessionFile, readEvents } = await import('@drawbridge/store/sessions')
  await importSessionFile(opened, folder, { session, catalogue })
  yield* readFlowEntries(readEvents(opened, session))
}

/** Returns the configured waiting times of questions, and who may answer, in the form that runs use. */
function approvalTimes({ waitSeconds, answerableMinutes, automatic }: ApprovalsSection = {}): Partial<RunSettings> {
  return {
    ...(waitSeconds === undefined ? {} : { approvalTimeoutMs: waitSeconds * 1_000 }),
    ...(automatic === undefined ? {} : { automaticApprovals: automatic }),
    ...(answerableMinutes === undefined ? {} : { receiptTimeoutMs: answerableMinutes * 60_000 }),
  }
}
