import { createHash } from 'node:crypto'
import { type Clock, stableStringify } from '@drawbridge/core/base'
import type { Drawbridge } from '@drawbridge/sdk'
import { explainConfiguration, readConfiguration } from '@drawbridge/sdk/config'
import { type Database, serverTime, statement } from '@drawbridge/store/database'
import type { Chats } from '../chat/chats.ts'

/** A server among those that share a database. */
export interface GatewayNode {
  readonly id: string
  readonly version: string
  readonly url: string
  /** The fingerprint of the policy in force: equal if it is the same. */
  readonly policy: string
  /** The reason why a changed configuration is not in force. */
  readonly policyProblem: string | undefined
  readonly isDraining: boolean
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  /** Milliseconds since its last report, by the clock of the database. */
  readonly silentMs: number
}

/** The nodes of a database. */
export interface Nodes extends AsyncDisposable {
  list(): Promise<readonly GatewayNode[]>
  /** Returns true if a node has reported within 30 seconds, by the clock of the database. */
  isAlive(id: string): Promise<boolean>
  /** Tells a node to take no new work. Returns false if there is no such node. */
  drain(id: string): Promise<boolean>
}

interface Row {
  readonly id: string
  readonly version: string
  readonly url: string
  readonly policy: string
  readonly policy_problem: string | null
  readonly draining: number
  readonly started_at: number
  readonly silent: number
}

type Facts = [id: string, version: string, url: string, policy: string, problem: string | null, now: number]

const onFile = '$6'
const onServer = `coalesce(nullif($6::bigint, 0), ${serverTime})`
const upsert = statement<Facts>({ sqlite: upsertText(onFile), postgres: upsertText(onServer) })
function upsertText(now: string): string {
  return `insert into gateway_nodes (id, version, url, policy, policy_problem, draining, started_at, seen_at)
    values ($1, $2, $3, $4, $5, 0, ${now}, ${now})
    on conflict (id) do update set policy = excluded.policy, policy_problem = excluded.policy_problem, seen_at = excluded.seen_at`
}
const select = statement<[now: number], Row>({
  sqlite: selectText('$1'),
  postgres: selectText(`coalesce(nullif($1::bigint, 0), ${serverTime})`),
})
function selectText(now: string): string {
  return `select id, version, url, policy, policy_problem, draining, started_at, ${now} - seen_at as silent
    from gateway_nodes order by started_at, id limit 200`
}
const markDraining = statement<[id: string]>('update gateway_nodes set draining = 1 where id = $1')
const remove = statement<[id: string]>('delete from gateway_nodes where id = $1')

const topic = 'gateway_nodes'
const reportEveryMs = 10_000
/** The silence after which a node is dead, and that after which it is no longer listed, in milliseconds. */
export const deadAfterMs = 30_000
const forgottenAfterMs = 24 * 3_600_000
/** The time after which something left for a session is taken by another node, in milliseconds. */
const undeliveredMs = 5_000

/** The parts of a node that it reports. */
export interface NodeParts {
  readonly database: Database
  readonly clock: Clock
  readonly drawbridge: Drawbridge
  readonly chats: Pick<Chats, 'takeUndelivered'>
  /** The id of this node. */
  readonly node: string
  /** The version of the build. */
  readonly build: string
  readonly url: string
  /** Reports an unforeseen error. */
  onError(error: Error): void
  /** Called if an operator wants this node to take no new work. */
  onDrain(): void
}

/**
 * Makes a node known to the others, with the policy that it has in force, and takes what was left for sessions of nodes that have ended.
 */
export async function joinNodes(parts: NodeParts): Promise<Nodes> {
  const { database, clock, node, build, url, chats, drawbridge, onDrain } = parts
  const onError = (error: unknown) => parts.onError(error instanceof Error ? error : new Error(String(error)))
  let timer: Disposable | undefined
  let isOpen = true
  const now = () => nowOf(database, clock.now())
  const report = async () => {
    const { fingerprint, problem } = await policyInForce(drawbridge)
    if (isOpen) await database.run(upsert, node, build, url, fingerprint, problem ?? null, now())
  }
  const list = async () => (await database.all(select, now())).map(nodeOf)
  const beat = async () => {
    await report()
    const all = await list()
    if (all.some(({ id, isDraining }) => id === node && isDraining)) onDrain()
    for (const { id, silentMs } of all) if (silentMs > forgottenAfterMs) await database.run(remove, id)
    await chats.takeUndelivered(undeliveredMs)
  }
  const wait = () => {
    if (isOpen) timer = clock.after(reportEveryMs, () => void beat().catch(onError).then(wait))
  }
  await report()
  wait()
  const listening = await database.subscribe(topic, ({ key }) => {
    if (key === undefined || key === node) void beat().catch(onError)
  })
  // The other nodes are to see soon that this one has a changed policy in force.
  const changed = await database.subscribe('configuration', () => void report().catch(onError))
  return {
    list: async () => {
      // The report of this node is never old.
      await report()
      return list()
    },
    isAlive: async (id) => id === node || (await list()).some((each) => each.id === id && each.silentMs <= deadAfterMs),
    drain: (id) =>
      database.transaction(async (transaction) => {
        const isKnown = (await transaction.run(markDraining, id)) === 1
        if (isKnown) await transaction.publish(topic, id)
        return isKnown
      }),
    [Symbol.asyncDispose]: async () => {
      isOpen = false
      timer?.[Symbol.dispose]()
      listening[Symbol.dispose]()
      changed[Symbol.dispose]()
      await database.run(remove, node).catch(onError)
    },
  }
}

/** On a server its own clock counts, since those of its hosts may differ. */
function nowOf({ kind }: Pick<Database, 'kind'>, now: number): number {
  return kind === 'sqlite' ? now : 0
}

function nodeOf(row: Row): GatewayNode {
  const { id, version, url, policy, policy_problem: problem, draining, started_at: startedAt, silent } = row
  return {
    ...{ id, version, url, policy, startedAt },
    policyProblem: problem ?? undefined,
    isDraining: draining === 1,
    silentMs: Math.max(0, silent),
  }
}

/** Returns a fingerprint of the values in force, after looking for a change. */
async function policyInForce({ policySource, home, workspace }: Drawbridge) {
  await policySource.refresh()
  const problem = policySource.problem()
  const read = await readConfiguration({ home, workspace, secrets: 'unchecked' })
  const values = read.status === 'refused' ? [] : explainConfiguration(read.configuration)
  const shown = values.map(({ key, value }) => [key, value])
  return { problem, fingerprint: createHash('sha256').update(stableStringify(shown)).digest('hex').slice(0, 16) }
}
