import type { Session } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import type { QuestionDesk } from '@drawbridge/questions/desk'
import type { Drawbridge } from '@drawbridge/sdk'
import type { ApprovalDesk } from '@drawbridge/sdk/authority'
import type { DatabaseGrantStore } from '@drawbridge/store/authority'
import type { Database } from '@drawbridge/store/database'
import type { Caller } from '../caller/caller.ts'
import type { CallerWatch } from '../caller/watch-callers.ts'
import type { Chats } from '../chat/chats.ts'
import type { PassingNews } from '../chat/passing-news.ts'
import type { ShownPage } from '../resources/pages.ts'
import type { KeptAnswers } from '../route/kept-answers.ts'
import type { Cursors } from '../route/page.ts'
import type { RouteFacts } from '../route/route-facts.ts'
import type { EventFeed } from '../socket/event-feed.ts'
import type { Stats } from '../stats/open-stats.ts'
import type { GatewaySource } from './check-source.ts'
import type { Metrics } from './metrics.ts'
import type { Nodes } from './node-registry.ts'
import type { Access } from './open-access.ts'
import type { RequestLimits } from './request-limits.ts'

/** The session that a call is to be made in. */
export interface WantedSession {
  readonly session?: string | undefined
  readonly agent?: string | undefined
}

/** Sessions that calls over HTTP are made in. One that is named is kept open for a while, so that its answers and grants last. */
export interface HeldSessions extends AsyncDisposable {
  /** Opens the session, lets the work use it, and keeps it if its caller named it. */
  use<Result>(wanted: WantedSession, caller: Caller, work: (session: Session) => Promise<Result>): Promise<Result>
}

/** The files of a page for browsers. */
export interface PageSource {
  /**
   * Returns the file for a path, or undefined if there is none or the page is not built yet.
   * @param accepted The value of `Accept-Encoding`.
   */
  find(
    pathname: string,
    accepted?: string,
  ): Promise<
    | {
        readonly body: Uint8Array<ArrayBuffer>
        readonly headers: Readonly<Record<string, string>>
        readonly isDocument: boolean
      }
    | undefined
  >
}

/** The settings of a gateway that is open. */
export interface GatewaySettings {
  readonly publicUrl?: string | undefined
  readonly trustedProxies: readonly string[]
  readonly remoteTools: readonly string[]
  readonly metrics: boolean
  /** Bytes. */
  readonly maxBodyBytes: number
  /** Milliseconds. */
  readonly idleMs: number
  /** Milliseconds. */
  readonly absoluteMs: number
  /** True if every answer is checked against the description. For tests. */
  readonly checksAnswers: boolean
}

/** Everything that the routes of a gateway work with. */
export interface Gateway {
  readonly drawbridge: Drawbridge
  readonly database: Database
  readonly clock: Clock
  readonly access: Access
  /** The callers for whom this node is doing something. */
  readonly callers: CallerWatch
  readonly settings: GatewaySettings
  readonly source: GatewaySource
  readonly cookieName: string
  /** True if browsers reach it over TLS. */
  readonly isSecure: boolean
  /** The id of this node. */
  readonly node: string
  /** The version of the build. */
  readonly build: string
  readonly routes: readonly RouteFacts[]
  /** The pages that rooms add to the dashboard. */
  readonly pages: readonly ShownPage[]
  readonly answers: KeptAnswers
  readonly cursors: Cursors
  readonly approvals: ApprovalDesk
  /** The dashboard; undefined if there is none. */
  readonly page: PageSource | undefined
  readonly questions: QuestionDesk
  readonly grants: DatabaseGrantStore
  /** The sessions that calls over HTTP are made in. */
  readonly sessions: HeldSessions
  /** The sessions in which agents work for callers over HTTP. */
  readonly chats: Chats
  /** The servers that share the database. */
  readonly nodes: Nodes
  /** The source of what passes in sessions and is not recorded, on whatever node their runs are. */
  readonly passing: PassingNews
  /** The limit on the requests of each caller, on all nodes together. */
  readonly requests: RequestLimits
  /** The recorded events of all nodes. */
  readonly feed: EventFeed
  readonly metrics: Metrics
  /** The counts of recorded events by time. */
  readonly stats: Stats
  /** Aborted when streams have to end. */
  readonly ending: AbortSignal
  /** True from the moment at which no new work is taken. */
  isDraining(): boolean
  /** Reports an unforeseen error. */
  onError(error: Error): void
}
