import type { Approver } from '@drawbridge/core'
import type { GrantStore, ReceiptLedger } from '@drawbridge/core/approval'
import type { Cleanup, Clock } from '@drawbridge/core/base'
import {
  createLimiter,
  defaultLimitSettings,
  type Limiter,
  type LimitSettings,
  queueCalls,
  unlimited,
} from '@drawbridge/core/limits'
import type { Questioner } from '@drawbridge/core/question'
import type { QuestionsSection } from '@drawbridge/questions'
import type { QuestionDeskOptions } from '@drawbridge/questions/desk'
import { questionDeskIdentity, questionsRoom } from '@drawbridge/questions/room'
import { deskIdentity } from '@drawbridge/store'
import type { ApprovalDeskOptions, DatabaseLimiterOptions } from '@drawbridge/store/authority'
import type { Configuration } from '../config/configuration.ts'
import type { HomeDatabase } from '../database/home-database.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import { homeCommand } from '../home/home-command.ts'
import { lazyGrantStore, loadOnce } from './lazy-grant-store.ts'

export interface AuthoritySources extends Pick<DrawbridgeOptions, 'authority' | 'record' | 'settings'> {
  readonly home: string
  readonly database: HomeDatabase
  readonly configuration: Configuration | undefined
  /** The configuration in force now, for what follows it. */
  currentConfiguration(): Configuration | undefined
  readonly clock: Clock
}

/** The stores of authority beyond one run. */
export interface AuthorityMemory {
  /** Asked in addition to the program's own approvers. */
  readonly desk: Approver | undefined
  /** Carries questions in addition to the program's own questioners. */
  readonly questionDesk: Questioner | undefined
  readonly grantStore: GrantStore | undefined
  /** Undefined: each session remembers its own. */
  readonly receipts: ReceiptLedger | undefined
  readonly limiter: Limiter
}

/**
 * Connects grants, approvals, receipts and limits to the database of the home, which is opened at the first use of one
 * of them. If the operator chose files, the desk asks no one, and nothing is remembered beyond the process.
 */
export async function openAuthority(sources: AuthoritySources, cleanup: Cleanup): Promise<AuthorityMemory> {
  const { database, configuration, clock, settings = {}, authority = {} } = sources
  const choice = await database.choice()
  const hasDatabase = choice.kind === 'database'
  const isConfigured = hasDatabase && (choice.isConfigured || configuration?.store !== undefined)
  const { receiptTimeoutMs: answerableMs } = settings
  const { grantDays } = configuration?.approvals ?? {}
  const lasting = { clock, ...(grantDays === undefined ? {} : { lifetimeMs: grantDays * 86_400_000 }) }
  const recordsThere = hasDatabase && (sources.record ?? 'database') === 'database'
  const hasDesk = authority.desk === true && hasDatabase
  return {
    desk: hasDesk
      ? lazyDesk(sources, { clock, ...(answerableMs === undefined ? {} : { answerableMs }) }, cleanup)
      : undefined,
    questionDesk: hasDesk
      ? lazyQuestionDesk(
          database,
          { clock, answerableMs: () => answerableTime(sources.currentConfiguration()) },
          cleanup,
        )
      : undefined,
    grantStore: authority.grantStore ?? (isConfigured ? lazyGrantStore(database, lasting, cleanup) : undefined),
    receipts: isConfigured || recordsThere ? receiptsIn(database, clock) : undefined,
    limiter: limiterFor(sources, hasDatabase && choice.options.kind, cleanup),
  }
}

/** Returns the configured time for which questions can be answered, in milliseconds. */
function answerableTime(configuration: Configuration | undefined): number | undefined {
  const section = configuration?.rooms.get(questionsRoom.name) as QuestionsSection | undefined
  return section?.answerableMinutes === undefined ? undefined : section.answerableMinutes * 60_000
}

function receiptsIn(database: HomeDatabase, clock: Clock): ReceiptLedger {
  return {
    claim: async (requestId) => {
      const { createDatabaseReceiptLedger } = await import('@drawbridge/store/authority')
      return createDatabaseReceiptLedger(await database.obtain(), { clock }).claim(requestId)
    },
  }
}

/** Nodes that share a PostgreSQL database share their limits. On one machine each process has its own limits by default. */
function limiterFor(
  {
    authority: { limiting = 'always', limits: own, sharedLimits } = {},
    configuration,
    currentConfiguration,
    database,
    clock,
  }: AuthoritySources,
  kind: 'sqlite' | 'postgres' | false,
  cleanup: Cleanup,
): Limiter {
  if (limiting === 'off') return unlimited
  const settings = () => own ?? currentConfiguration()?.limits ?? noLimits
  const shares = sharedLimits ?? configuration?.sharesLimits ?? kind === 'postgres'
  const counting =
    shares && kind !== false ? lazyLimiter(database, { settings }, cleanup) : createLimiter({ clock, settings })
  const limiter = queueCalls(counting, {
    clock,
    settings: () => ({ ...defaultLimitSettings.queue, ...settings().queue }),
  })
  if (own !== undefined || limiting !== 'configured') return limiter
  // Without a configuration nothing limits the calls that a person makes.
  return {
    acquire: (request, signal) => (currentConfiguration() === undefined ? unlimited : limiter).acquire(request, signal),
  }
}

const noLimits: Partial<LimitSettings> = {}

/** The limiter that all processes on the home's database share, which is opened with the first call. */
function lazyLimiter(database: HomeDatabase, options: DatabaseLimiterOptions, cleanup: Cleanup): Limiter {
  const load = loadOnce(async () => {
    const { createDatabaseLimiter } = await import('@drawbridge/store/authority')
    return createDatabaseLimiter(await database.obtain(), options)
  }, cleanup)
  return { acquire: async (request) => (await load()).acquire(request) }
}

/** The approval desk of the home's database, which is opened when something is asked. */
function lazyDesk(
  { database, home }: Pick<AuthoritySources, 'database' | 'home'>,
  options: ApprovalDeskOptions,
  cleanup: Cleanup,
): Approver {
  const load = loadOnce(async () => {
    const { createApprovalDesk } = await import('@drawbridge/store/authority')
    return createApprovalDesk(await database.obtain(), options)
  }, cleanup)
  return {
    ...deskIdentity,
    answersLater: `by \`${homeCommand('approvals', home)}\``,
    async *ask(requests, signal, watch) {
      const desk = await load()
      yield* desk.ask(requests, signal, watch)
    },
  }
}

/** The question desk of the home's database, opened in the same way. */
function lazyQuestionDesk(database: HomeDatabase, options: QuestionDeskOptions, cleanup: Cleanup): Questioner {
  const load = loadOnce(async () => {
    const { createQuestionDesk } = await import('@drawbridge/questions/desk')
    return createQuestionDesk(await database.obtain(), options)
  }, cleanup)
  return { ...questionDeskIdentity, ask: async (request, signal) => (await load()).ask(request, signal) }
}
