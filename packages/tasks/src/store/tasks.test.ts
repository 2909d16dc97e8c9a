import { createFakeClock } from '@drawbridge/core/testing'
import type { Database } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import type { Claimant, PlannedStep } from '../graph/task.ts'
import { tasksRoom } from '../room.ts'
import { claimStep, renewClaims, returnClaims, updateStep } from './claim-steps.ts'
import { changeGraph, createTask, endTask } from './lead-tasks.ts'
import { readSteps } from './read-rows.ts'
import { listTaskRows } from './task-statements.ts'

const rooms = [{ room: 'tasks', migrations: tasksRoom.migrations ?? [], sealed: [] }]
const worker = (name: string): Claimant => ({ session: name, run: `${name}-run`, isChild: true })
const lead: Claimant = { session: 'lead', run: '', isChild: false }
const step = (key: string, ...dependsOn: string[]): PlannedStep => ({ key, title: key, instructions: '', dependsOn })
const diamond = [step('a'), step('b', 'a'), step('c', 'a'), step('d', 'b', 'c')]

async function planned(database: Database, steps: readonly PlannedStep[] = diamond) {
  const clock = createFakeClock(1_000_000)
  const desk = { database, clock, leaseMs: 300_000 }
  const owner = { agent: 'default', user: 'local', session: 'lead' }
  expect(await createTask(desk, { id: 't', title: 'Diamond', steps, ...owner })).toBeUndefined()
  const claim = async (claimant: Claimant, key?: string) => {
    const claimed = await claimStep(desk, { task: 't', step: key, claimant })
    return claimed.status === 'claimed' ? claimed.step.key : claimed.status
  }
  const end = (
    claimant: Claimant,
    key: string,
    status: 'completed' | 'failed' | 'pending' | 'in_progress' = 'completed',
  ) => updateStep(desk, { task: 't', step: key, claimant, status, result: `did ${key}` })
  const states = async () =>
    Object.fromEntries((await readSteps(database, 't', clock.now())).map(({ key, state }) => [key, state]))
  return { desk, clock, claim, end, states }
}

describeDatabases('a task', ({ open }) => {
  test('gives its steps to claimants in an order that the dependencies allow', async () => {
    const { claim, end, states } = await planned(await open({ rooms }))
    expect(await states()).toEqual({ a: 'ready', b: 'waiting', c: 'waiting', d: 'waiting' })
    expect(await claim(worker('one'))).toBe('a')
    expect(await claim(worker('two'))).toBe('none')
    await end(worker('one'), 'a')
    expect(await Promise.all([claim(worker('one')), claim(worker('two'))]).then((keys) => keys.toSorted())).toEqual([
      'b',
      'c',
    ])
    expect(await claim(worker('three'), 'd')).toBe('none')
    expect(await claim(worker('three'), 'e')).toBe('unknown')
  })

  test('gives a step back once its claimant has been silent for the lease, and refuses what the late one says', async () => {
    const { desk, clock, claim, end, states } = await planned(await open({ rooms }))
    expect(await claim(worker('one'))).toBe('a')
    await clock.advance(299_000)
    expect(await renewClaims(desk, 'one')).toBe(1)
    await clock.advance(299_000)
    expect(await claim(worker('two'))).toBe('none')
    await clock.advance(2_000)
    expect(await states()).toMatchObject({ a: 'ready' })
    expect(await claim(worker('two'))).toBe('a')
    expect(await end(worker('one'), 'a')).toBeUndefined()
    expect(await end(worker('two'), 'a')).toMatchObject({ status: 'completed', attempts: 2, result: 'did a' })
  })

  test('lets only the one who has claimed a step change it, not another run of its session', async () => {
    const { claim, end } = await planned(await open({ rooms }))
    await claim(worker('one'))
    expect(await end({ ...worker('one'), run: 'other' }, 'a')).toBeUndefined()
    expect(await end({ session: 'one', run: '', isChild: false }, 'a')).toBeUndefined()
    expect(await end(lead, 'a')).toBeUndefined()
    expect(await end(worker('one'), 'a', 'in_progress')).toMatchObject({ status: 'in_progress' })
    expect(await end(worker('one'), 'a', 'pending')).toMatchObject({ status: 'pending' })
    expect(await claim(lead)).toBe('a')
    expect(await end(lead, 'a')).toMatchObject({ status: 'completed' })
    expect(await end(lead, 'a')).toBeUndefined()
  })

  test('gives a child that claims twice the step that it holds', async () => {
    const { claim, end } = await planned(await open({ rooms }), [step('a'), step('b')])
    expect(await claim(worker('one'))).toBe('a')
    expect(await claim(worker('one'))).toBe('a')
    expect(await claim(worker('one'), 'b')).toBe('a')
    await end(worker('one'), 'a')
    expect(await claim(worker('one'))).toBe('b')
  })

  test('blocks what needs a failed step, until the plan leads around it', async () => {
    const database = await open({ rooms })
    const { desk, claim, end, states } = await planned(database)
    await claim(worker('one'))
    await end(worker('one'), 'a', 'failed')
    expect(await states()).toEqual({ a: 'failed', b: 'blocked', c: 'blocked', d: 'blocked' })
    expect(await endTask(desk, { task: 't', status: 'completed', session: 'lead' })).toMatchObject({
      objection: expect.stringContaining('3 of 4 steps are not done: b (blocked)'),
    })
    const change = [
      { key: 'b', dependsOn: ['again'] },
      { key: 'c', dependsOn: [] },
    ]
    await changeGraph(desk, { task: 't', add: [step('again')], change, drop: [], session: 'lead' })
    expect(await states()).toEqual({ a: 'failed', b: 'waiting', c: 'ready', d: 'waiting', again: 'ready' })
  })

  test('changes its graph as a whole or not at all', async () => {
    const { desk, claim, states } = await planned(await open({ rooms }))
    const before = await states()
    const edit = (change: object) =>
      changeGraph(desk, { task: 't', add: [], change: [], drop: [], session: 'lead', ...change })
    expect(await edit({ add: [step('e', 'd')], change: [{ key: 'a', dependsOn: ['e'] }] })).toEqual({
      objection:
        'The steps wait for each other: a → e → d → b → a (each needs the next). Remove one of these dependencies.',
    })
    expect(await edit({ drop: ['a'] })).toMatchObject({ objection: expect.stringContaining('depends on "a"') })
    expect(await edit({ drop: ['x'] })).toMatchObject({ objection: expect.stringContaining('no step "x"') })
    expect(await edit({ add: [step('a')] })).toMatchObject({ objection: expect.stringContaining('Two steps') })
    expect(await states()).toEqual(before)
    await claim(lead)
    expect(await edit({ change: [{ key: 'a', title: 'A' }] })).toMatchObject({
      objection: expect.stringContaining('is in_progress, and only pending steps'),
    })
    expect(await edit({ drop: ['d'], change: [{ key: 'c', dependsOn: ['a', 'b'], title: 'C' }] })).toMatchObject([
      { key: 'a' },
      { key: 'b' },
      { key: 'c', title: 'C', dependsOn: ['a', 'b'] },
    ])
  })

  test('ends once, with what was not done cancelled, and then nothing is claimed', async () => {
    const database = await open({ rooms })
    const { desk, claim, end, states } = await planned(database)
    await claim(worker('one'))
    const cancel = { task: 't', status: 'cancelled', reason: 'no longer wanted', session: 'lead' } as const
    expect(await endTask(desk, cancel)).toMatchObject({ cancelled: ['a', 'b', 'c', 'd'] })
    expect(await endTask(desk, cancel)).toEqual({ objection: 'The task is cancelled already.' })
    expect(await end(worker('one'), 'a')).toBeUndefined()
    expect(await claim(worker('two'))).toBe('ended')
    expect(new Set(Object.values(await states()))).toEqual(new Set(['cancelled']))
    expect(await database.all(listTaskRows, 'default', 'local', 'cancelled', 10)).toMatchObject([
      { id: 't', steps: 4, done: 0 },
    ])
    expect(await database.all(listTaskRows, null, 'other', null, 10)).toEqual([])
  })

  test('gets the steps of a session back at once when that is over', async () => {
    const { desk, claim } = await planned(await open({ rooms }))
    await claim(worker('one'))
    expect(await returnClaims(desk, 'one', 'its run ended')).toEqual(['a'])
    expect(await claim(worker('two'))).toBe('a')
  })

  test('is refused with the path of the cycle, and nothing of it is kept', async () => {
    const database = await open({ rooms })
    const desk = { database, clock: createFakeClock(1) }
    const steps = [step('a', 'c'), step('b', 'a'), step('c', 'b')]
    const owner = { agent: 'default', user: 'local', session: 'lead' }
    expect(await createTask(desk, { id: 'x', title: 'X', steps, ...owner })).toMatchObject({
      objection: expect.stringContaining('a → c → b → a'),
    })
    expect(await database.all(listTaskRows, null, null, null, 10)).toEqual([])
  })
})
