import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DrawbridgeEvent } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import type { Connection } from '../database/database.ts'
import { columnText, statement } from '../database/statement.ts'
import { firstPageSize, nextPageSize } from '../session/page-size.ts'
import { callColumn } from '../session/project-entries.ts'
import { type ChainLink, chainHash } from './append-links.ts'

/** An end of the log that was seen before, stored outside the reach of those who can change the database. */
export interface AuditAnchor {
  /** Position of the last entry. */
  readonly position: number
  readonly hash: string
}

/** The result of a walk along the audit log. */
export type AuditReport =
  | {
      readonly status: 'sound'
      readonly entries: number
      /** Position of the first entry; what was before was removed by retention. */
      readonly first: number
      /** The end, to be kept as an anchor. */
      readonly head: AuditAnchor
    }
  | {
      readonly status: 'broken'
      /** Entries before it that are right. */
      readonly entries: number
      /** The position of the first fault. */
      readonly position: number
      readonly problem: string
    }

interface LogRow {
  readonly position: number
  readonly kind: ChainLink['kind']
  readonly own: string | null
  readonly hash: string
  readonly content: string | null
  readonly session_id: string | null
  readonly run_id: string | null
  readonly type: string | null
  readonly sequence: number | null
  readonly time: number | null
  readonly tool_call_id: string | null
}

/** The entry that retention leaves in place of removed ones. */
export interface Checkpoint {
  readonly removedThrough: number
  /** The hash of the last removed entry: the chain continues from there. */
  readonly hash: string
  readonly time: number
}

const readHead = statement<[], AuditAnchor>('select position, hash from audit_head where id = 1')
const readFirst = statement<[], { position: number | null }>('select min(position) as position from audit_log')
const readNext = statement<[after: number], { position: number | null }>(
  'select min(position) as position from audit_log where position > $1',
)
/** One statement, and so one moment: others append meanwhile. */
const readBeyondEnd = statement<[], { position: number | null }>(
  `select min(position) as position from (
    select position from audit_log where position > (select position from audit_head)
    union all select position from events where position > (select position from audit_head)
  ) as beyond`,
)
const readCheckpoint = statement<[], { content: string }>(
  "select content from audit_log where kind = 'checkpoint' order by position desc limit 1",
)
const readPage = statement<[after: number, through: number], LogRow>(
  `select audit_log.position, kind, audit_log.content as own, hash, events.content, session_id, run_id, type, sequence, time, tool_call_id
  from audit_log left join events on events.position = audit_log.position
  where audit_log.position > $1 and audit_log.position <= $2 order by audit_log.position`,
)
const findStray = statement<[after: number, through: number], { position: number | null }>(
  `select min(events.position) as position
  from events left join audit_log on audit_log.position = events.position and kind = 'event'
  where audit_log.position is null and events.position > $1 and events.position <= $2`,
)

/**
 * Walks the audit log from its first entry to its end and names the first that was changed, removed, inserted or moved, and an
 * end that is missing. Reads in pages: recording goes on meanwhile, and what comes after the beginning is not looked at.
 * @param anchor An end that was seen before: it must still be there, unless retention has removed it.
 */
export async function verifyAudit(connection: Connection, anchor?: AuditAnchor): Promise<AuditReport> {
  let entries = 0
  const broken = (position: number, problem: string): AuditReport => ({ status: 'broken', entries, position, problem })
  const head = await connection.get(readHead)
  if (head === undefined) return broken(0, 'The row with the end of the log is missing.')
  const first = (await connection.get(readFirst))?.position ?? head.position + 1
  let after = first - 1
  const begun = first === 1 ? { hash: '' } : await beginningAfter(connection, after)
  if (begun === undefined) return broken(after, 'The entries up to here were removed, but not by retention.')
  let { hash } = begun
  const isAnother = () => anchor?.position === after && anchor.hash !== hash
  if (isAnother()) return broken(after, otherLog)
  const early = await strayIn(connection, -1, after)
  if (early !== null) return broken(early, strayEvent)

  let pageSize = firstPageSize
  while (after < head.position) {
    const through = Math.min(after + pageSize, head.position)
    const stray = await strayIn(connection, after, through)
    const rows = await connection.all(readPage, after, through)
    for (const row of rows) {
      if (row.position !== after + 1) return broken(after + 1, 'The entry was removed.')
      const problem = row.position === stray ? strayEvent : faultOf(row, hash)
      if (problem !== undefined) return broken(row.position, problem)
      after = row.position
      hash = row.hash
      entries += 1
      if (isAnother()) return broken(after, otherLog)
    }
    pageSize = nextPageSize(rows.map(({ content, own }) => content ?? own ?? ''))
    // Others of the process have their turn, whatever the length of the log.
    await nextTurn()
    if (after === through) continue
    const isEnd = ((await connection.get(readNext, after))?.position ?? null) === null
    return broken(
      after + 1,
      isEnd ? `The end of the log is missing: it reached ${head.position}.` : 'The entry was removed.',
    )
  }
  if (hash !== head.hash) return broken(head.position, 'The end of the log is not the last one that was written.')
  const beyond = (await connection.get(readBeyondEnd))?.position ?? null
  if (beyond !== null) return broken(beyond, 'The entry was inserted after the end of the log.')
  if (anchor !== undefined && anchor.position > head.position)
    return broken(
      head.position + 1,
      `The end of the log is missing: according to the anchor it reached ${anchor.position}.`,
    )
  return { status: 'sound', entries, first, head: { position: head.position, hash: head.hash } }
}

const strayEvent = 'The event was inserted: the log has no entry for it.'
const otherLog =
  'The log is not the one that the anchor describes: it was rewritten, or the home now uses another database, which needs its own anchor.'

async function strayIn(connection: Connection, after: number, through: number): Promise<number | null> {
  return (await connection.get(findStray, after, through))?.position ?? null
}

/** The hash before the first entry that is left. */
async function beginningAfter(
  connection: Connection,
  removedThrough: number,
): Promise<{ readonly hash: string } | undefined> {
  const row = await connection.get(readCheckpoint)
  if (row === undefined) return undefined
  const checkpoint = parse(row.content) as Checkpoint | undefined
  return checkpoint?.removedThrough === removedThrough ? checkpoint : undefined
}

function faultOf(row: LogRow, previous: string): string | undefined {
  const { position, kind } = row
  const content = kind === 'event' ? row.content : row.own
  if (content === null) return 'The event of the entry was removed.'
  if (chainHash(previous, { position, kind, content }) !== row.hash)
    return 'The entry was changed, inserted or moved: it does not follow from the one before it.'
  return kind === 'event' && !saysWhatItHolds(row, content) ? 'The lookup data of the event was changed.' : undefined
}

function saysWhatItHolds(row: LogRow, content: string): boolean {
  const event = parse(content) as DrawbridgeEvent | undefined
  if (event === undefined) return false
  if (typeof event.session !== 'string' || typeof event.run !== 'string') return false
  return (
    row.session_id === columnText(event.session) &&
    row.run_id === columnText(event.run) &&
    row.type === event.type &&
    row.sequence === event.sequence &&
    row.time === event.time &&
    row.tool_call_id === callColumn(event)
  )
}

/** Undefined if the text is not an object: anyone who can write to the database can chain anything. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
