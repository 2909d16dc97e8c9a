import { setTimeout as sleep } from 'node:timers/promises'
import { verifyAudit } from '../../audit/verify-audit.ts'
import type { Database } from '../../database/database.ts'
import type { DatabaseOptions } from '../../database/database-options.ts'
import { openDatabase } from '../../database/open-database.ts'
import { statement } from '../../database/statement.ts'
import { recoverInterrupted } from '../../recover/recover-interrupted.ts'
import { startRecording } from './start-recording.ts'

export interface KillRoundsOptions {
  readonly database: DatabaseOptions
  readonly rounds: number
  /** From 0 to 1. */
  readonly random: () => number
  /** Called after each round. */
  readonly onRound?: (round: RoundReport) => void
}

export interface RoundReport {
  readonly round: number
  /** Lines that were acknowledged before the kill. */
  readonly acknowledged: number
  /** Events of the round that are there. */
  readonly kept: number
  readonly interrupted: number
  /** Everything that is not as it must be. */
  readonly faults: readonly string[]
}

interface CallRow {
  readonly tool_call_id: string
  readonly type: string
  readonly found: number
}

const countCalls = statement<[prefix: string], CallRow>(
  `select tool_call_id, type, count(*) as found from events
  where substr(session_id, 1, length($1)) = $1 and tool_call_id is not null group by tool_call_id, type`,
)
const countStray = statement<[prefix: string], { found: number }>(
  'select count(*) as found from open_calls where substr(session_id, 1, length($1)) = $1',
)
/** Of each end there is a result in the tree, and of nothing else. */
const countUneven = statement<[prefix: string], { found: number }>(
  `select count(*) as found from (
    select session_id, 'result/' || tool_call_id as id from events
    where type in ('tool.completed', 'tool.interrupted') and substr(session_id, 1, length($1)) = $1
  ) as ended
  full outer join (
    select session_id, id from session_nodes where kind = 'result' and substr(session_id, 1, length($1)) = $1
  ) as nodes on nodes.session_id = ended.session_id and nodes.id = ended.id
  where nodes.id is null or ended.id is null`,
)

/**
 * Kills a process that records, at a random moment of its work, as often as told, while another one records all the time; after each
 * kill looks at everything that must hold.
 */
export async function killRounds({ database: options, rounds, random, onRound }: KillRoundsOptions): Promise<readonly RoundReport[]> {
  await using database = await openDatabase(options)
  await using other = await openDatabase(options)
  const living = startRecording(options, 'living', { pauseMs: 200 })
  const reports: RoundReport[] = []
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const prefix = `round-${round}-`
      const load = startRecording(options, `round-${round}`)
      await load.until(1 + Math.floor(random() * 200))
      await sleep(random() * 20)
      load.kill()
      await load.ended
      await Promise.all([recoverInterrupted(database), recoverInterrupted(other)])
      const report = await examine(database, prefix, round, load.acknowledged)
      reports.push(report)
      onRound?.(report)
    }
  } finally {
    living.kill()
  }
  await living.ended
  // Only now it may be taken for dead.
  const before = await database.all(countCalls, 'living-')
  const faults = before.filter(({ type }) => type === 'tool.interrupted').map(({ tool_call_id: id }) => `${id} was interrupted while its process lived`)
  await recoverInterrupted(database)
  const last = await examine(database, 'living-', rounds + 1, living.acknowledged)
  return [...reports, { ...last, faults: [...faults, ...last.faults] }]
}

async function examine(database: Database, prefix: string, round: number, acknowledged: readonly string[]): Promise<RoundReport> {
  const rows = await database.all(countCalls, prefix)
  const idsOf = (type: string) => new Set(rows.filter((row) => row.type === type).map(({ tool_call_id: id }) => id))
  const [started, ended, interrupted] = [idsOf('tool.started'), idsOf('tool.completed'), idsOf('tool.interrupted')]
  const faults = rows.filter(({ found }) => found !== 1).map(({ tool_call_id: id, type }) => `${type} of ${id} is there more than once`)
  for (const line of acknowledged) {
    const [what, id = ''] = line.split(' ')
    if (!(what === 'started' ? started : ended).has(id)) faults.push(`acknowledged and lost: ${line}`)
  }
  for (const id of started) {
    if (ended.has(id) === interrupted.has(id)) faults.push(`${id} has not exactly one end`)
  }
  for (const id of [...ended, ...interrupted]) if (!started.has(id)) faults.push(`${id} ended without a start`)
  const [stray, uneven] = [await database.get(countStray, prefix), await database.get(countUneven, prefix)]
  if (stray?.found !== 0) faults.push(`${stray?.found} calls are still open`)
  if (uneven?.found !== 0) faults.push(`${uneven?.found} ends and results do not match`)
  const audit = await verifyAudit(database)
  if (audit.status !== 'sound') faults.push(`the audit log is broken at ${audit.position}: ${audit.problem}`)
  const kept = rows.reduce((sum, { found }) => sum + found, 0)
  return { round, acknowledged: acknowledged.length, kept, interrupted: interrupted.size, faults }
}
