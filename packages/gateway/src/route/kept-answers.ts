import type { Clock } from '@drawbridge/core/base'
import { type Database, isUniqueViolation, statement } from '@drawbridge/store/database'

/** An answer that is kept for a repeated request. */
export interface KeptAnswer {
  readonly status: number
  /** A few headers that belong to the answer. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A request that is known by the key that its sender gave it. */
export interface KeyedRequest {
  /** The sender: equal keys of two callers have nothing to do with each other. */
  readonly caller: string
  readonly key: string
  /** The hash of method, path and body. */
  readonly fingerprint: string
}

/** The state of a keyed request. */
export type KeptState =
  | { readonly state: 'new' }
  | { readonly state: 'running' }
  /** The node that worked on it has ended, and doing it again may do harm. */
  | { readonly state: 'interrupted' }
  | { readonly state: 'other_request' }
  | { readonly state: 'answered'; readonly answer: KeptAnswer }

/** The answers to keyed requests, for a day, on all nodes together. */
export interface KeptAnswers {
  /** Takes the key for a request; `new` if nobody had it, or a node that has ended had it and doing it again does no harm. */
  begin(request: KeyedRequest, options: { readonly isRepeatable: boolean }): Promise<KeptState>
  keep(request: KeyedRequest, answer: KeptAnswer): Promise<void>
  /** Gives the key back: the request was refused before anything was done. */
  forget(request: KeyedRequest): Promise<void>
}

interface Row {
  readonly fingerprint: string
  readonly answer: string | null
  readonly created_at: number
  readonly node: string | null
}

const insert = statement<[caller: string, key: string, fingerprint: string, now: number, node: string]>(
  'insert into gateway_answers (caller, request_key, fingerprint, created_at, node) values ($1, $2, $3, $4, $5)',
)
const select = statement<[caller: string, key: string], Row>(
  'select fingerprint, answer, created_at, node from gateway_answers where caller = $1 and request_key = $2',
)
/** Only one node takes over what another one left. */
const takeOver = statement<[caller: string, key: string, node: string, before: string]>(
  `update gateway_answers set node = $3
    where caller = $1 and request_key = $2 and answer is null and coalesce(node, '') = $4`,
)
const update = statement<[caller: string, key: string, answer: string]>(
  'update gateway_answers set answer = $3 where caller = $1 and request_key = $2',
)
const remove = statement<[caller: string, key: string]>(
  'delete from gateway_answers where caller = $1 and request_key = $2 and answer is null',
)
const removeOld = statement<[before: number]>('delete from gateway_answers where created_at < $1')

const keptMs = 24 * 3_600_000

/** Creates the store of kept answers in a database, for one node. */
export function createKeptAnswers(
  database: Database,
  { clock, node, isAlive }: { readonly clock: Clock; readonly node: string; isAlive(node: string): Promise<boolean> },
): KeptAnswers {
  return {
    begin: async ({ caller, key, fingerprint }, { isRepeatable }) => {
      const now = clock.now()
      await database.run(removeOld, now - keptMs)
      try {
        await database.run(insert, caller, key, fingerprint, now, node)
        return { state: 'new' }
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
      }
      const row = await database.get(select, caller, key)
      if (row === undefined) return { state: 'running' }
      if (row.fingerprint !== fingerprint) return { state: 'other_request' }
      if (row.answer !== null) return { state: 'answered', answer: JSON.parse(row.answer) as KeptAnswer }
      const before = row.node ?? ''
      if (await isAlive(before)) return { state: 'running' }
      if (!isRepeatable) return { state: 'interrupted' }
      return { state: (await database.run(takeOver, caller, key, node, before)) === 1 ? 'new' : 'running' }
    },
    keep: async ({ caller, key }, answer) => void (await database.run(update, caller, key, JSON.stringify(answer))),
    forget: async ({ caller, key }) => void (await database.run(remove, caller, key)),
  }
}
