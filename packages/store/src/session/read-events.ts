import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DrawbridgeEvent } from '@drawbridge/core'
import type { Connection } from '../database/database.ts'
import { columnText, statement } from '../database/statement.ts'
import { firstPageSize, nextPageSize } from './page-size.ts'

interface EventRow {
  readonly position: number
  readonly content: string
}

const readPage = statement<[after: number, limit: number], EventRow>(
  'select position, content from events where position > $1 order by position limit $2',
)
const readSessionPage = statement<[session: string, after: number, limit: number], EventRow>(
  'select position, content from events where session_id = $1 and position > $2 order by position limit $3',
)

/** An event as it is kept, with its place in the order of the database. */
export interface StoredEvent {
  /** Position in the database. */
  readonly position: number
  /** As it was recorded: JSON on one line. */
  readonly text: string
}

/**
 * The events of a session, or of all of them, in the order in which they were committed. That is the order of a session that
 * several processes have worked in; `sequence` orders those of one process alone.
 */
export async function* readEventTexts(connection: Connection, session?: string): AsyncGenerator<StoredEvent> {
  for (let [after, limit] = [0, firstPageSize]; ; ) {
    const rows =
      session === undefined
        ? await connection.all(readPage, after, limit)
        : await connection.all(readSessionPage, columnText(session), after, limit)
    for (const { position, content } of rows) {
      after = position
      yield { position, text: content }
    }
    if (rows.length < limit) return
    limit = nextPageSize(rows.map(({ content }) => content))
    await nextTurn()
  }
}

/** The same, read. */
export async function* readEvents(connection: Connection, session?: string): AsyncGenerator<DrawbridgeEvent> {
  for await (const { text } of readEventTexts(connection, session)) yield JSON.parse(text) as DrawbridgeEvent
}
