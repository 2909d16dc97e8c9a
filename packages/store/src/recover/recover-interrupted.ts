import type { DrawbridgeEvent } from '@drawbridge/core'
import type { DrawbridgeEventBody } from '@drawbridge/core/event'
import type { Database, Transaction } from '../database/database.ts'
import { serverTime } from '../database/server-time.ts'
import { statement } from '../database/statement.ts'
import type { EventEntry } from '../session/event-entry.ts'
import { createTurnPlaces, writeEntries } from '../session/write-entries.ts'
import { hasEnded, type ProcessIdentity } from './process-identity.ts'
import { silenceMs, timeOf } from './recorder-registry.ts'

interface OwnerRow {
  /** The time of the check. */
  readonly now: number
  readonly recorder_id: string
  readonly host: string | null
  readonly pid: number | null
  readonly process_started: string | null
  readonly heartbeat_at: number | null
}

interface OpenCallRow {
  readonly session_id: string
  readonly tool_call_id: string
  readonly run_id: string
  readonly tool: string
  readonly position: number
}

const listOwners = statement<[now: number | null], OwnerRow>({
  sqlite: ownersText('$1'),
  postgres: ownersText(`coalesce($1::bigint, ${serverTime})`),
})
function ownersText(now: string): string {
  return `select distinct left_open.recorder_id, recorders.host, recorders.pid, recorders.process_started,
      recorders.heartbeat_at, ${now} as now
    from (select recorder_id from open_calls union select recorder_id from open_runs) as left_open
    left join recorders on recorders.id = left_open.recorder_id
    where left_open.recorder_id not like 'file:%'`
}
/** On a server the last commit of a process that was killed may still be under way: it holds this row until it is done. */
const awaitCommits = statement<[], { position: number }>({
  sqlite: 'select position from audit_head where id = 1',
  postgres: 'select position from audit_head where id = 1 for update',
})
const lockHead = statement('update audit_head set position = position where id = 1')
const removeRecorder = statement<[id: string, heartbeatAt: number]>(
  'delete from recorders where id = $1 and heartbeat_at = $2',
)
const takeOpenCalls = statement<[recorder: string], OpenCallRow>(
  'delete from open_calls where recorder_id = $1 returning session_id, tool_call_id, run_id, tool, position',
)
const takeOpenRuns = statement<[recorder: string], { session_id: string; run_id: string; position: number }>(
  'delete from open_runs where recorder_id = $1 returning session_id, run_id, position',
)
const lastSequence = statement<[session: string], { sequence: number }>(
  'select coalesce(max(sequence), 0) as sequence from events where session_id = $1',
)
const removeSilent = statement<[before: number]>(
  'delete from recorders where heartbeat_at < $1 and not exists (select 1 from open_calls where recorder_id = recorders.id) and not exists (select 1 from open_runs where recorder_id = recorders.id)',
)

/** A call that had started when its process died. */
export interface RecoveredCall {
  readonly session: string
  readonly run: string
  readonly toolCallId: string
  readonly tool: string
}

/**
 * Ends the calls of processes that have died with `tool.interrupted`, and their runs with `run.ended`. Of several who look at once one writes it; calls of a
 * process that lives are left alone. A process counts as dead after half a minute of silence, on a file only one of another host.
 */
export async function recoverInterrupted(
  database: Database,
  { now }: { readonly now?: () => number } = {},
): Promise<readonly RecoveredCall[]> {
  await database.get(awaitCommits)
  const owners = await database.all(listOwners, now?.() ?? timeOf(database))
  const dead = owners.filter((owner) => isDead(owner, database))
  const interrupted: RecoveredCall[] = []
  for (const owner of dead)
    interrupted.push(...(await database.transaction((transaction) => endOpenCalls(transaction, owner, Date.now()))))
  const [first] = dead
  if (first !== undefined) await database.run(removeSilent, first.now - silenceMs)
  return interrupted
}

function isDead(
  { host, pid, process_started: started, heartbeat_at: heartbeatAt, now }: OwnerRow,
  { kind }: Pick<Database, 'kind'>,
): boolean {
  // The process ended normally, and left a call without an end.
  if (host === null || pid === null || started === null || heartbeatAt === null) return true
  const isSilent = heartbeatAt < now - silenceMs
  const ended = hasEnded({ host, pid, started }) ?? isSilent
  // A process of this host may stand still. On a server it loses its rights like one of any host, and cannot write when it wakes.
  return ended || (kind === 'postgres' && isSilent)
}

const listSilent = statement<[host: string, pid: number, started: string, silence: number], Silent>({
  sqlite:
    'select id as recorder_id, heartbeat_at from recorders where host = $1 and pid = $2 and process_started = $3 and $4 < 0',
  postgres: `select id as recorder_id, heartbeat_at from recorders
    where host = $1 and pid = $2 and process_started = $3 and heartbeat_at < ${serverTime} - $4::bigint`,
})

interface Silent {
  readonly recorder_id: string
  readonly heartbeat_at: number
}

/** Ends the calls and runs of a process that has ended or been silent for too long, which writes nothing any more. */
export async function withdrawProcess(transaction: Transaction, process: ProcessIdentity): Promise<void> {
  const { host, pid, started } = process
  // The last report of a process that has ended may be of this moment.
  const silence = hasEnded(process) === true ? -3_600_000 : silenceMs
  for (const recorder of await transaction.all(listSilent, host, pid, started, silence))
    await endOpenCalls(transaction, recorder, Date.now())
}

/**
 * Ends all open calls of one recorder, and the runs of a dead one.
 * @param owner Its row as it was read; a row without a heartbeat cannot be withdrawn.
 */
export async function endOpenCalls(
  transaction: Transaction,
  owner: Pick<OwnerRow, 'recorder_id' | 'heartbeat_at'>,
  time: number,
): Promise<readonly RecoveredCall[]> {
  // The same order as when recording: first the head, then the rows.
  await transaction.run(lockHead)
  const { recorder_id: recorder, heartbeat_at: heartbeatAt } = owner
  // The process has reported since, or another process was faster.
  if (heartbeatAt !== null && (await transaction.run(removeRecorder, recorder, heartbeatAt)) === 0) return []
  const calls = (await transaction.all(takeOpenCalls, recorder)).toSorted((one, other) => one.position - other.position)
  // A recorder that ended normally has no interrupted run, at most one whose end was never recorded.
  const left = await transaction.all(takeOpenRuns, recorder)
  const runs = heartbeatAt === null ? [] : left.toSorted((one, other) => one.position - other.position)
  const sequences = new Map<string, number>()
  const entries: EventEntry[] = []
  for (const { session_id: session, run_id: run, tool_call_id: toolCallId, tool } of calls)
    await add({ session, run }, { type: 'tool.interrupted', toolCallId, tool })
  for (const { session_id: session, run_id: run } of runs)
    await add({ session, run }, { type: 'run.ended', reason: 'interrupted' })
  if (entries.length > 0) await writeEntries(transaction, entries, { recorder, places: createTurnPlaces() })
  return calls.map(({ session_id: session, run_id: run, tool_call_id: toolCallId, tool }) => ({
    session,
    run,
    toolCallId,
    tool,
  }))

  async function add(
    { session, run }: Pick<DrawbridgeEvent, 'session' | 'run'>,
    body: DrawbridgeEventBody,
  ): Promise<void> {
    const last = sequences.get(session) ?? (await transaction.get(lastSequence, session))?.sequence ?? 0
    sequences.set(session, last + 1)
    const event: DrawbridgeEvent = { sequence: last + 1, time, session, run, ...body }
    entries.push({ event, text: JSON.stringify(event) })
  }
}
