import { expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { insertNote, withNotes } from '../__fixtures__/notes.ts'
import { startWorker } from '../__fixtures__/start-worker.ts'
import { claimStatement } from './claim-statement.ts'
import { statement } from './statement.ts'

const claim = claimStatement<[body: string], { id: string; body: string; state: string }>({
  table: 'notes',
  from: 'open',
  to: 'taken',
  set: ['body'],
})
const insertOnce = statement<[id: string], { id: string }>(
  "insert into notes (id, body) values ($1, 'first') on conflict do nothing returning id",
)
const thousand = Array.from({ length: 1_000 }, (_, count) => count)

describeDatabases('a claim', ({ open, options }) => {
  test('of one row, made 1,000 times at once, has one winner, who gets the row', async () => {
    const database = await withNotes(open())
    await database.run(insertNote, 'prize', '')
    const rows = await Promise.all(thousand.map((count) => database.get(claim, 'prize', `winner ${count}`)))
    const won = rows.filter((row) => row !== undefined)
    expect(won).toEqual([{ id: 'prize', body: expect.stringMatching(/^winner \d+$/), state: 'taken' }])
    expect(won).toEqual(rows.filter((row, count) => row?.body === `winner ${count}`))
  })

  test('by insertion, made 1,000 times at once, has one winner', async () => {
    const database = await withNotes(open())
    const rows = await Promise.all(thousand.map(() => database.get(insertOnce, 'prize')))
    expect(rows.filter((row) => row !== undefined)).toEqual([{ id: 'prize' }])
  })

  test('made 1,000 times at once by four processes has one winner', async () => {
    const database = await withNotes(open())
    await database.run(insertNote, 'prize', '')
    const workers = thousand.slice(0, 4).map(() => startWorker(options(), { kind: 'claim', id: 'prize', times: 250 }))
    for (const worker of workers) expect(await worker.next()).toBe('ready')
    for (const worker of workers) worker.tell()
    const wins = await Promise.all(workers.map(async (worker) => Number(await worker.next())))
    expect(wins.toSorted()).toEqual([0, 0, 0, 1])
    for (const worker of workers) expect(await worker.ended).toEqual({ code: 0, errors: '' })
  })
})
