import { createFakeClock } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { createConnectionBudget } from './connection-budget.ts'
import type { ServerConnection } from './create-connection.ts'
import { createPool } from './create-pool.ts'

/** A pool of connections that only remember what was done to them. */
function openPool(budget = createConnectionBudget(), clock = createFakeClock()) {
  const busy = new Set<ServerConnection>()
  const closed = new Set<ServerConnection>()
  const rested = new Set<ServerConnection>()
  const create = (): ServerConnection => {
    const connection: ServerConnection = {
      state: { status: 'ready', generation: 1 },
      obtain: () => Promise.reject(new Error('It has no link.')),
      lose: () => undefined,
      rest: () => void rested.add(connection),
      retry: () => undefined,
      [Symbol.asyncDispose]: async () => void closed.add(connection),
    }
    return connection
  }
  const pool = createPool({
    server: 'one',
    sharing: 'user',
    clock,
    budget,
    isPersonal: false,
    ownKeyOf: () => undefined,
    isBusy: (connection) => busy.has(connection),
    create,
  })
  return { pool, clock, busy, closed, rested, of: (user: string) => pool.forCaller({ session: 's', user }) }
}

test('a connection on which a call runs is closed for no other caller, however many there are', () => {
  const { clock, busy, closed, of } = openPool()
  const all = Array.from({ length: 16 }, (_, index) => {
    clock.advance(1)
    return of(`user${index}`)
  })
  for (const connection of all) busy.add(connection)
  expect(() => of('late')).toThrow('already has 16 connections')
  const [, second] = all
  if (second !== undefined) busy.delete(second)
  of('late')
  expect([...closed]).toEqual([second])
})

test('a call that takes longer than connections stay open without a call keeps its connection', () => {
  const { clock, busy, rested, of } = openPool()
  const connection = of('ada')
  busy.add(connection)
  for (let minutes = 0; minutes < 90; minutes += 15) clock.advance(15 * 60_000)
  expect([...rested]).toEqual([])
  busy.delete(connection)
  for (let minutes = 0; minutes < 30; minutes += 15) clock.advance(15 * 60_000)
  expect([...rested]).toEqual([connection])
})

test('all servers together have a bound: the free connection that was used least recently gives way, whoever has it', () => {
  const clock = createFakeClock()
  const budget = createConnectionBudget(3)
  const [one, two] = [openPool(budget, clock), openPool(budget, clock)]
  one.of('ada')
  clock.advance(1)
  const second = two.of('ada')
  clock.advance(1)
  const third = two.of('bob')
  clock.advance(1)
  one.of('ada')
  one.of('bob')
  expect([[...one.closed], [...two.closed]]).toEqual([[], [second]])
  for (const { pool, busy } of [one, two]) for (const connection of pool.connections) busy.add(connection)
  expect(() => two.of('eve')).toThrow('may have together are in use')
  two.busy.delete(third)
  two.of('eve')
  expect([...two.closed]).toEqual([second, third])
})
