import type { MemoryPlace } from '@drawbridge/room/place'
import { type Connection, type Database, statement } from '@drawbridge/store/database'
import type { DocumentOrigin } from '../index/document-sources.ts'
import { hashText } from '../index/index-chunk.ts'

/** The trust in a document, and where untrusted text came from. */
export interface DocumentLabel {
  readonly trust: 'trusted' | 'untrusted'
  /** E.g. the URL of a page. Empty if it is trusted. */
  readonly source: string
}

/** A document of the memory with its text. */
export interface MemoryDocument extends DocumentLabel {
  readonly place: MemoryPlace
  readonly origin: DocumentOrigin
  readonly path: string
  readonly text: string
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number
}

interface Row {
  readonly content: string | null
  readonly modified_at: number
  readonly trust: DocumentLabel['trust']
  readonly source: string
}

type Key = [agent: string, user: string, project: string, path: string]

const label = "coalesce(l.trust, 'trusted') as trust, coalesce(l.source, '') as source"
const fileLabel =
  "d.trust, case when d.trust = 'untrusted' and l.trust = 'untrusted' then l.source else '' end as source"
const labelJoin = 'left join memory_labels l on l.agent_id = $1 and l.user_id = $2 and l.project = $3 and l.path = $4'
const findNote = statement<Key, Row>(
  `select d.content, d.modified_at, ${label} from memory_notes d ${labelJoin}
    where d.agent_id = $1 and d.user_id = $2 and d.project = $3 and d.path = $4`,
)
const findOwnFile = statement<Key, Row>(
  `select d.content, d.modified_at, ${fileLabel} from memory_documents d ${labelJoin}
    where d.agent_id = $1 and d.user_id = $2 and $3 = '' and d.path = $4`,
)
const findSharedFile = statement<Key, Row>(
  `select d.content, d.modified_at, ${fileLabel} from memory_documents d ${labelJoin}
    where d.agent_id = $1 and d.user_id is null and $2 = '' and $3 = '' and d.path = $4`,
)
const saveNote = statement<[...Key, content: string, hash: string, modifiedAt: number]>(
  `insert into memory_notes (agent_id, user_id, project, path, content, hash, modified_at) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (agent_id, user_id, project, path) do update
    set content = excluded.content, hash = excluded.hash, modified_at = excluded.modified_at`,
)
const addNote = statement<[...Key, content: string, hash: string, modifiedAt: number]>(
  `insert into memory_notes (agent_id, user_id, project, path, content, hash, modified_at) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (agent_id, user_id, project, path) do nothing`,
)
const changeNote = statement<[...Key, content: string, hash: string, modifiedAt: number, before: string]>(
  `update memory_notes set content = $5, hash = $6, modified_at = $7
    where agent_id = $1 and user_id = $2 and project = $3 and path = $4 and hash = $8`,
)
const removeNote = statement<Key>(
  'delete from memory_notes where agent_id = $1 and user_id = $2 and project = $3 and path = $4',
)
const saveLabel = statement<[...Key, trust: string, source: string]>(
  `insert into memory_labels (agent_id, user_id, project, path, trust, source) values ($1, $2, $3, $4, $5, $6)
    on conflict (agent_id, user_id, project, path) do update set trust = excluded.trust, source = excluded.source`,
)
const removeLabel = statement<Key>(
  'delete from memory_labels where agent_id = $1 and user_id = $2 and project = $3 and path = $4',
)
const labelFile = statement<[agent: string, user: string, path: string, trust: string]>(
  "update memory_documents set trust = $4 where agent_id = $1 and coalesce(user_id, '') = $2 and path = $3",
)
const listNotes = statement<[agent: string, user: string, project: string], ListedRow>(
  `select d.path, length(d.content) as characters, d.modified_at, ${label} from memory_notes d
    left join memory_labels l on l.agent_id = d.agent_id and l.user_id = d.user_id and l.project = d.project and l.path = d.path
    where d.agent_id = $1 and d.user_id = $2 and d.project = $3 order by d.path`,
)
const listOwnFiles = statement<[agent: string, user: string], ListedRow>(
  `select d.path, length(d.content) as characters, d.modified_at, ${fileLabel} from memory_documents d
    left join memory_labels l on l.agent_id = d.agent_id and l.user_id = d.user_id and l.project = '' and l.path = d.path
    where d.agent_id = $1 and d.user_id = $2 and d.content is not null order by d.path`,
)
const listSharedFiles = statement<[agent: string], ListedRow>(
  `select d.path, length(d.content) as characters, d.modified_at, ${fileLabel} from memory_documents d
    left join memory_labels l on l.agent_id = d.agent_id and l.user_id = '' and l.project = '' and l.path = d.path
    where d.agent_id = $1 and d.user_id is null and d.content is not null order by d.path`,
)

const listOwners = statement<[], { agent: string; user_name: string; project: string }>(
  `select agent_id as agent, user_id as user_name, project from memory_notes
    union select agent_id as agent, coalesce(user_id, '') as user_name, '' as project from memory_documents
    order by 1, 2, 3`,
)

interface ListedRow extends DocumentLabel {
  readonly path: string
  readonly characters: number
  readonly modified_at: number
}

/** A document in a list. */
export interface ListedDocument extends DocumentLabel {
  readonly place: MemoryPlace
  readonly origin: DocumentOrigin
  readonly path: string
  /** The size of its text in characters. */
  readonly characters: number
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number
}

/**
 * Reads the document that a path means to a caller: the first of its places that has one. A document that a user has hidden is not there.
 */
export async function readDocument(
  connection: Connection,
  places: readonly MemoryPlace[],
  path: string,
): Promise<MemoryDocument | undefined> {
  for (const place of places) {
    const key: Key = [place.agent, place.user, place.project, path]
    for (const [origin, find] of [
      ['file', place.user === '' ? findSharedFile : findOwnFile],
      ['note', findNote],
    ] as const) {
      const row = await connection.get(find, ...key)
      if (row?.content === null) return undefined
      if (row === undefined) continue
      const { content, modified_at: modifiedMs, trust, source } = row
      return { place, origin, path, text: content, modifiedMs, trust, source }
    }
  }
  return undefined
}

/** Lists the places that have documents, of all agents and users. */
export async function listPlaces(connection: Connection): Promise<readonly MemoryPlace[]> {
  return (await connection.all(listOwners)).map(({ agent, user_name: user, project }) => ({ agent, user, project }))
}

/** Lists the documents of a place by path. */
export async function listDocuments(connection: Connection, place: MemoryPlace): Promise<readonly ListedDocument[]> {
  const { agent, user, project } = place
  const notes = await connection.all(listNotes, agent, user, project)
  const files =
    project !== ''
      ? []
      : user === ''
        ? await connection.all(listSharedFiles, agent)
        : await connection.all(listOwnFiles, agent, user)
  const listed =
    (origin: DocumentOrigin) =>
    ({ modified_at: modifiedMs, ...row }: ListedRow) => ({
      place,
      origin,
      ...row,
      modifiedMs,
    })
  return [...files.map(listed('file')), ...notes.map(listed('note'))]
}

/** Writes a note with its label. */
export async function writeNote(
  database: Database,
  {
    place,
    path,
    text,
    label: given,
  }: {
    readonly place: MemoryPlace
    readonly path: string
    readonly text: string
    readonly label: DocumentLabel
  },
  nowMs: number,
): Promise<void> {
  const key: Key = [place.agent, place.user, place.project, path]
  await database.transaction(async (transaction) => {
    await transaction.run(saveNote, ...key, text, hashText(text), nowMs)
    await labelDocument(transaction, place, path, given)
  })
}

/** Writes a trusted note in place of the text that it had. Resolves to false, and writes nothing, if it has another text by now. */
export async function replaceNote(
  connection: Connection,
  {
    place,
    path,
    text,
    before,
  }: {
    readonly place: MemoryPlace
    readonly path: string
    readonly text: string
    readonly before: string | undefined
  },
  nowMs: number,
): Promise<boolean> {
  const key: Key = [place.agent, place.user, place.project, path]
  const values = [text, hashText(text), nowMs] as const
  if (before === undefined) return (await connection.run(addNote, ...key, ...values)) > 0
  return (await connection.run(changeNote, ...key, ...values, hashText(before))) > 0
}

/** Removes a note and its label. Resolves to false if there is none. */
export async function removeNoteAt(connection: Connection, place: MemoryPlace, path: string): Promise<boolean> {
  const key: Key = [place.agent, place.user, place.project, path]
  await connection.run(removeLabel, ...key)
  return (await connection.run(removeNote, ...key)) > 0
}

/** Sets the label of a document: of a file with its row, of a note by a row of its own. Trusted is a note that has none. */
export async function labelDocument(
  connection: Connection,
  { agent, user, project }: MemoryPlace,
  path: string,
  { trust, source }: DocumentLabel,
): Promise<void> {
  if (project === '') await connection.run(labelFile, agent, user, path, trust)
  if (trust === 'trusted') await connection.run(removeLabel, agent, user, project, path)
  else await connection.run(saveLabel, agent, user, project, path, trust, source)
}
