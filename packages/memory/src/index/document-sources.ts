import { analysisVersion } from '@drawbridge/core/search'
import { hiddenDocument } from '@drawbridge/core/virtual'
import type { MemoryPlace } from '@drawbridge/room/place'
import { type Connection, type SqlValue, statement } from '@drawbridge/store/database'

/** A document that the index does not know in its present state. */
export interface StaleDocument {
  readonly path: string
  readonly content: string
  readonly modified_at: number
  readonly trust: 'trusted' | 'untrusted'
  /** The place that untrusted text came from. Empty if it is trusted. */
  readonly source: string
  /** The text, its label and the analysis, as the index compares them. */
  readonly state: string
  /** 1 if the index has it in another state, 0 if not. */
  readonly is_known: number
}

/** `file`: in the folder that Drawbridge keeps for an agent. `note`: elsewhere. */
export type DocumentOrigin = 'file' | 'note'

/** A table with documents of one place. */
export interface DocumentSource {
  readonly origin: DocumentOrigin
  /** Says whether any document is new, changed or gone. */
  hasChanged(connection: Connection, partition: number): Promise<boolean>
  /** Returns documents behind a path that are new or changed, at most `batchSize`, by path. */
  stale(connection: Connection, partition: number, after: string): Promise<readonly StaleDocument[]>
  /** Returns the paths that the index knows and that no longer exist. */
  gone(connection: Connection, partition: number): Promise<readonly string[]>
}

/** The number of documents that one transaction indexes. */
export const batchSize = 200

/** The number in the name of each state: a chunk that was cut or analysed in another way is made again. */
export const indexVersion = `${analysisVersion}.1`

interface Table {
  readonly name: string
  readonly origin: DocumentOrigin
  /** The condition of the owner, on the alias `d`, with parameters from `$2`. */
  readonly owned: string
  /** The user and project of the row as labels name them. */
  readonly label: string
  /** The place of the trust: the row itself, or the label. */
  readonly trust: 'row' | 'label'
}

/** Labels and states are looked up by key: PostgreSQL compares all rows with all if it has not counted them yet. */
function sourceOf({ name, origin, owned, label, trust }: Table, owner: readonly SqlValue[]): DocumentSource {
  const labelled = (column: string) =>
    `(select l.${column} from memory_labels l where l.agent_id = d.agent_id and l.path = d.path and ${label})`
  const trusted = trust === 'row' ? 'd.trust' : `coalesce(${labelled('trust')}, 'trusted')`
  const state = `d.hash || ':' || ${trusted} || ':${indexVersion}'`
  const known = `(select i.state from memory_indexed i where i.partition = $1 and i.origin = '${origin}' and i.path = d.path)`
  const stale = `from ${name} d where ${owned} and d.hash <> '${hiddenDocument}' and coalesce(${known}, '') <> ${state}`
  const gone = `from memory_indexed i where i.partition = $1 and i.origin = '${origin}'
      and (select 1 from ${name} d where ${owned} and d.path = i.path and d.hash <> '${hiddenDocument}') is null`
  const findStale = statement<SqlValue[], StaleDocument>(
    `select d.path, d.content, d.modified_at, ${trusted} as trust,
      case when ${trusted} = 'untrusted' and ${labelled('trust')} = 'untrusted' then ${labelled('source')} else '' end as source,
      ${state} as state, case when ${known} is null then 0 else 1 end as is_known
      ${stale} and d.path > $${owner.length + 2} order by d.path limit ${batchSize}`,
  )
  const findGone = statement<SqlValue[], { path: string }>(`select i.path ${gone}`)
  const findAny = statement<SqlValue[], { found: number }>(
    `select 1 as found where exists (select 1 ${stale}) or exists (select 1 ${gone})`,
  )
  return {
    origin,
    hasChanged: async (connection, partition) => (await connection.get(findAny, partition, ...owner)) !== undefined,
    stale: (connection, partition, after) => connection.all(findStale, partition, ...owner, after),
    gone: async (connection, partition) =>
      (await connection.all(findGone, partition, ...owner)).map(({ path }) => path),
  }
}

/** Returns the tables that hold documents of a place. */
export function sourcesOf({ agent, user, project }: MemoryPlace): readonly DocumentSource[] {
  const notes = sourceOf(
    {
      name: 'memory_notes',
      origin: 'note',
      owned: 'd.agent_id = $2 and d.user_id = $3 and d.project = $4',
      label: 'l.user_id = d.user_id and l.project = d.project',
      trust: 'label',
    },
    [agent, user, project],
  )
  if (project !== '') return [notes]
  const files =
    user === ''
      ? sourceOf(
          {
            name: 'memory_documents',
            origin: 'file',
            owned: 'd.agent_id = $2 and d.user_id is null',
            label: "l.user_id = '' and l.project = ''",
            trust: 'row',
          },
          [agent],
        )
      : sourceOf(
          {
            name: 'memory_documents',
            origin: 'file',
            owned: 'd.agent_id = $2 and d.user_id = $3',
            label: "l.user_id = d.user_id and l.project = ''",
            trust: 'row',
          },
          [agent, user],
        )
  return [files, notes]
}
