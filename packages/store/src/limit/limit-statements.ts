import { serverTime } from '../database/server-time.ts'
import { type Statement, statement } from '../database/statement.ts'

export interface CounterRow {
  readonly counter: string
  readonly value: string | null
  /** The server's time, unless a time was given. */
  readonly now: number
}

/**
 * Locks counters in the given order until the end of the transaction, and reads them. A second transaction waits, and
 * then reads the values that the first one wrote.
 */
export const lockCounters = perCount<[now: number | null, ...counters: string[]], CounterRow>((count) => {
  const rows = listOf(count, (place) => `($${place + 2}, null, 0, 0)`)
  const text = (now: string) =>
    `insert into limit_counters (counter, value, touched, useful_until) values ${rows}
      on conflict (counter) do update set touched = limit_counters.touched + 1
      returning counter, value, ${now} as now`
  return statement({ sqlite: text('$1'), postgres: text(`coalesce($1::bigint, ${serverTime})`) })
})

/** Sets counters, each by its name, value and until when it says anything. */
export const setCounters = perCount<(string | number)[], never>((count) => {
  const rows = listOf(count, (place) => `($${place * 3 + 1}, $${place * 3 + 2}, 0, $${place * 3 + 3})`)
  return statement(
    `insert into limit_counters (counter, value, touched, useful_until) values ${rows}
      on conflict (counter) do update set value = excluded.value, useful_until = excluded.useful_until`,
  )
})

/** The number of occupied places by counter. */
export const countPlaces = perCount<[now: number, ...counters: string[]], { counter: string; taken: number }>((count) =>
  statement(
    `select counter, count(*) as taken from limit_places
        where counter in (${listOf(count, (place) => `$${place + 2}`)}) and leased_until > $1 group by counter`,
  ),
)

export const takePlaces = perCount<[claim: string, holder: string, leasedUntil: number, ...counters: string[]], never>(
  (count) =>
    statement(
      `insert into limit_places (claim, counter, holder, leased_until)
        values ${listOf(count, (place) => `($1, $${place + 4}, $2, $3)`)}`,
    ),
)

export const givePlacesBack = statement<[claim: string]>('delete from limit_places where claim = $1')

export const renewLeases = statement<[holder: string, now: number | null, leaseMs: number]>({
  sqlite: 'update limit_places set leased_until = $2 + $3 where holder = $1',
  postgres: `update limit_places set leased_until = coalesce($2::bigint, ${serverTime}) + $3 where holder = $1`,
})

export const pruneCounters = statement<[before: number]>({
  sqlite: 'delete from limit_counters where useful_until < $1',
  postgres: `delete from limit_counters where counter in (
      select counter from limit_counters where useful_until < $1 for update skip locked
    )`,
})
export const prunePlaces = statement<[before: number]>('delete from limit_places where leased_until < $1')

/** One statement for each number of rows: there are few of them, and each is prepared once. */
function perCount<Parameters extends readonly (string | number | null)[], Row>(
  make: (count: number) => Statement<readonly (string | number | null)[], unknown>,
): (count: number) => Statement<Parameters, Row> {
  const made = new Map<number, Statement<Parameters, Row>>()
  return (count) => {
    const known = made.get(count)
    if (known !== undefined) return known
    const fresh = make(count) as Statement<Parameters, Row>
    made.set(count, fresh)
    return fresh
  }
}

function listOf(count: number, row: (place: number) => string): string {
  return Array.from({ length: count }, (_, place) => row(place)).join(', ')
}
