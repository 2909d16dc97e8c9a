import { type SqlValue, type Statement, statement } from '../../database/statement.ts'
import type { ChangeSink, ChangeWatch, DialectConnection } from '../dialect.ts'

const pollMs = 200
const pageSize = 500

const readDataVersion = statement<[], { data_version: number }>('pragma data_version')
const readNewest = statement<[], { sequence: number }>('select coalesce(max(sequence), 0) as sequence from changes')
const readAfter = statement<[sequence: number, limit: number], { sequence: number; topic: string; key: string }>(
  'select sequence, topic, key from changes where sequence > $1 order by sequence limit $2',
)

/**
 * Looks several times a second whether another process has committed anything, which costs microseconds, and reads what is new
 * in `changes` then. What this process commits is read at once.
 */
export async function watchSqliteChanges(connection: DialectConnection, sink: ChangeSink): Promise<ChangeWatch> {
  // In this order: what is committed in between is looked for again.
  let seenVersion = await read(connection, readDataVersion, [])
  let seen = (await read(connection, readNewest, []))?.sequence ?? 0
  let looking: Promise<void> | undefined
  let isWanted = false

  const readNew = async () => {
    for (let isLast = false; !isLast; ) {
      const rows = await readAll(connection, readAfter, [seen, pageSize])
      isLast = rows.length < pageSize
      if (rows[0] !== undefined && rows[0].sequence > seen + 1) sink.missed()
      for (const { sequence, topic, key } of rows) {
        seen = sequence
        sink.changed(topic, key)
      }
    }
  }
  const lookAround = async () => {
    do {
      const version = await read(connection, readDataVersion, [])
      if (!isWanted && version?.data_version === seenVersion?.data_version) return
      isWanted = false
      await readNew()
      seenVersion = version
    } while (isWanted)
  }
  const poll = () => {
    // A file that cannot be read now is read at the next look.
    looking ??= lookAround()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined
      })
  }

  const timer = setInterval(poll, pollMs)
  timer.unref()
  return {
    look: () => {
      isWanted = true
      poll()
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await looking
    },
  }
}

async function readAll<Parameters extends readonly SqlValue[], Row>(
  connection: DialectConnection,
  query: Statement<Parameters, Row>,
  parameters: Parameters,
): Promise<readonly Row[]> {
  return (await connection.execute(query, parameters)).rows as readonly Row[]
}

async function read<Parameters extends readonly SqlValue[], Row>(
  connection: DialectConnection,
  query: Statement<Parameters, Row>,
  parameters: Parameters,
): Promise<Row | undefined> {
  return (await readAll(connection, query, parameters))[0]
}
