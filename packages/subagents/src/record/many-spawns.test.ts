import type { ChildState } from '@drawbridge/core/agent'
import { createFakeClock } from '@drawbridge/core/testing'
import { type Database, statement } from '@drawbridge/store/database'
import { createOutbox } from '@drawbridge/store/jobs'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { type Announcement, announcementKind, recipientOf } from '../announce/announcement.ts'
import { createIsolation } from '../isolate/create-isolation.ts'
import { subagentsRoom } from '../room.ts'
import { endedWithoutWork } from './child-record.ts'
import { createChildRepository, type NewChild } from './create-child-repository.ts'
import { settleLost } from './settle-lost.ts'

const rooms = [{ room: 'subagents', migrations: subagentsRoom.migrations ?? [], sealed: [] }]
const options = { workspace: '/w', iterations: 5, depthLimit: 3 }

function child(id: string, parent = 'top', depth = 1): NewChild {
  const names = { id, label: id, task: id, path: [id], parent, root: 'top' }
  return { ...names, role: 'sub', depth, parentRun: 'run', parents: [{ run: 'run' }], options }
}

const limits = {
  max: 8,
  depth: 2,
  childrenPerParent: 1_000,
  childrenPerSession: 1_000,
  childrenPerTree: 40,
  maxTokens: 50_000,
  maxCost: 1,
}

/** Announcements to the parent, each as child, run and state. */
async function announced(database: Database, parent = 'top') {
  const waiting = await createOutbox(database, { clock: createFakeClock(0) }).peek(recipientOf(parent), {
    kind: announcementKind,
    limit: 1_000,
  })
  return waiting.map(({ payload }) => {
    const { child: of, run, state } = payload as Announcement
    return `${of} ${run} ${state}`
  })
}

describeDatabases('the children of a tree', ({ open, kind }) => {
  // All wait for one row, which takes a server long.
  const spawns = kind === 'sqlite' ? 1_000 : 250

  test('never exceed the limits of its life, tokens and cost under 1,000 spawns at once (250 on a server), whatever ends meanwhile', async () => {
    const children = createChildRepository(await open({ rooms }), createFakeClock(1_000))
    let used = { tokens: 0, cost: 0 }
    const states = await Promise.all(
      Array.from({ length: spawns }, async (_, index) => {
        const added = await children.add(child(`c${index}`), limits)
        if (added.state === 'rejected') return added.state
        const { reservedTokens, reservedCost } = added
        if (index % 3 !== 0) return added.state
        const spent = { tokens: Math.floor(reservedTokens / 2), cost: reservedCost / 2 }
        used = { tokens: used.tokens + spent.tokens, cost: used.cost + spent.cost }
        await children.end(added, { ...endedWithoutWork, ...spent, state: 'completed' })
        return 'ended'
      }),
    )
    const admitted = states.filter((state) => state !== 'rejected')
    expect(admitted.length).toBeGreaterThan(3)
    expect(admitted.length).toBeLessThanOrEqual(limits.childrenPerTree)
    const open_ = (await children.ofTree('top')).filter(({ state }) => state === 'pending')
    const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
    expect(used.tokens + sum(open_.map((each) => each.reservedTokens))).toBeLessThanOrEqual(limits.maxTokens)
    expect(used.cost + sum(open_.map((each) => each.reservedCost))).toBeLessThanOrEqual(limits.maxCost + 1e-9)
    const refused = (await children.ofTree('top')).find(({ state }) => state === 'rejected')
    expect(refused?.message).toMatch(/Do the rest yourself/)
  }, 60_000)

  test('are announced in every end state, each run once, and a continued one again', async () => {
    const database = await open({ rooms })
    const children = createChildRepository(database, createFakeClock(1_000))
    const ends: readonly ChildState[] = ['completed', 'failed', 'cancelled', 'timed_out', 'rejected', 'lost']
    const roomy = { ...limits, maxTokens: 10_000_000, maxCost: 1_000 }
    for (const state of ends) {
      const added = await children.add(child(state), roomy)
      await children.start(added.id)
      await Promise.all([1, 2, 3].map(() => children.end(added, { ...endedWithoutWork, state })))
      await children.again(added, 'more', roomy)
      const again = await children.find(added.id)
      if (again !== undefined) await children.end(again, { ...endedWithoutWork, state: 'completed' })
    }
    expect((await announced(database)).toSorted()).toEqual(
      ends.flatMap((state) => [`${state} 1 ${state}`, `${state} 2 completed`]).toSorted(),
    )
  })

  test('are told to a parent whose wish for one was rejected', async () => {
    const database = await open({ rooms })
    const children = createChildRepository(database, createFakeClock(1_000))
    expect((await children.add(child('deep', 'top', 3), limits)).state).toBe('rejected')
    expect(await announced(database)).toEqual(['deep 1 rejected'])
  })

  test('whose process is gone are lost, once, and those of a living one are not', async () => {
    const database = await open({ rooms })
    const clock = createFakeClock(1_000)
    const children = createChildRepository(database, clock)
    const artifacts = { create: () => Promise.reject(new Error('none')), share: async () => undefined }
    const current = () => {
      throw new Error('No copy is made here.')
    }
    const policy = { current, refresh: () => undefined, version: () => 0, problem: () => undefined }
    const isolation = createIsolation({ home: '/nowhere', artifacts, policy, limitsOf: () => undefined })
    await children.add(child('alive'), limits)
    expect(await settleLost(children, isolation)).toBe(0)
    await database.transaction((transaction) => transaction.run(asOfOtherHost))
    clock.advance(120_000)
    expect(await settleLost(children, isolation)).toBe(1)
    expect(await settleLost(children, isolation)).toBe(0)
    expect(await announced(database)).toEqual(['alive 1 lost'])
  })
})

const asOfOtherHost = statement<[]>("update subagents_children set host = 'elsewhere'")
