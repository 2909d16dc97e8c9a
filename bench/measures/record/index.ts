import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cleanup, createCleanup } from '@drawbridge/core/base'
import { type DatabaseOptions, openDatabase } from '@drawbridge/store/database'
import { createDatabaseRecorder } from '@drawbridge/store/sessions'
import { emptyDatabase } from '../../lib/empty-database.ts'
import type { Report } from '../../lib/report.ts'
import { timeInTurn, type Way } from '../../lib/time-in-turn.ts'
import { type Append, recordCalls } from './load.ts'
import { plainPostgres, plainSqlite } from './plain-recorder.ts'

const rounds = 7
const callsPerRound = 960
const bar = 2
/** As the tests name it: scripts/test-support/start-postgres.sh starts one. */
const serverUrl = process.env.DRAWBRIDGE_TEST_POSTGRES

/**
 * Measures the cost of full recording, compared with the same statements, grouped the same way, without our recorder.
 */
export async function measure(): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'drawbridge-bench-record-'))
  try {
    await using cleanup = createCleanup()
    const pairs = [
      await sqlitePair('SQLite', join(folder, 'process'), 'process', cleanup),
      await sqlitePair('SQLite, safe against a power cut', join(folder, 'power'), 'power', cleanup),
      ...(serverUrl === undefined ? [] : [await postgresPair(serverUrl, cleanup)]),
    ]
    const ways = Object.fromEntries(
      pairs.flatMap(
        ({ name, ours, plain }) =>
          [
            [`${name}, ours`, ours],
            [`${name}, plain`, plain],
          ] as const,
      ),
    )
    const times = await timeInTurn(ways, rounds)
    const results = pairs.map(({ name }) => {
      const [ours, plain] = [`${name}, ours`, `${name}, plain`].map(
        (way) => (callsPerRound / (times[way] ?? Number.NaN)) * 1_000,
      )
      return { name, ours: ours ?? Number.NaN, plain: plain ?? Number.NaN }
    })
    return {
      name: 'record',
      columns: ['database', 'calls/s recorded', 'calls/s plain', 'times the cost'],
      rows: results.map(({ name, ours, plain }) => [
        name,
        ours.toFixed(0),
        plain.toFixed(0),
        (plain / ours).toFixed(2),
      ]),
      goals: [
        ...results.map(({ name, ours, plain }) => ({ text: `${name}: <= ${bar}x`, met: plain / ours <= bar })),
        ...(serverUrl === undefined
          ? [{ text: `PostgreSQL: <= ${bar}x; not measured: DRAWBRIDGE_TEST_POSTGRES names no server`, met: false }]
          : []),
      ],
      details: [
        'A call is three events, each acknowledged before the next: tool.called, tool.started, tool.completed; 16 sessions at once.',
        'Plain: the same rows by the same statements in the same groups, by hand: nothing hashed, projected or checked.',
      ],
      data: { results },
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Pair {
  readonly name: string
  readonly ours: Way
  readonly plain: Way
}

const wayOf =
  (append: Append): Way =>
  () =>
    recordCalls(callsPerRound, append)

async function sqlitePair(
  name: string,
  file: string,
  durability: 'process' | 'power',
  cleanup: Cleanup,
): Promise<Pair> {
  const ours = await openRecorder({ kind: 'sqlite', file: `${file}-ours.db`, durability }, cleanup)
  await migrated({ kind: 'sqlite', file: `${file}-plain.db` })
  const plain = cleanup.use(plainSqlite(`${file}-plain.db`, durability === 'power' ? 'full' : 'normal'))
  return { name, ours: wayOf(ours), plain: wayOf(plain) }
}

async function postgresPair(url: string, cleanup: Cleanup): Promise<Pair> {
  const [ours, plain] = [await emptyDatabase(url, 'ours', cleanup), await emptyDatabase(url, 'plain', cleanup)]
  const recorder = await openRecorder({ kind: 'postgres', url: ours }, cleanup)
  await migrated({ kind: 'postgres', url: plain })
  return { name: 'PostgreSQL', ours: wayOf(recorder), plain: wayOf(cleanup.use(await plainPostgres(plain))) }
}

async function openRecorder(options: DatabaseOptions, cleanup: Cleanup): Promise<Append> {
  const recorder = cleanup.use(createDatabaseRecorder(cleanup.use(await openDatabase(options))))
  return (event) => recorder.append(event, 'durable')
}

async function migrated(options: DatabaseOptions): Promise<void> {
  await using _database = await openDatabase(options)
}
