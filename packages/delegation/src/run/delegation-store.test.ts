import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { delegationRoom } from '../room.ts'
import { createDelegationStore, type NewDelegation } from './delegation-store.ts'

const rooms = [{ room: 'delegations', migrations: delegationRoom.migrations ?? [], sealed: [] }]
const clock = { now: () => 1_000 }

function delegation(id: string, source = 'planner'): NewDelegation {
  return { id, source, target: 'coder', user: 'ada', session: 's', label: id, skipsGates: false }
}

describeDatabases('delegations', ({ open }) => {
  test('that begin at once in two processes never exceed the limits of the link and of the target', async () => {
    const limits = { maxLoad: 5, maxConcurrent: 3 }
    const stores = await Promise.all([1, 2].map(async () => createDelegationStore(await open({ rooms }), clock)))
    const sources = ['planner', 'lead', 'critic']
    const refused = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        stores[index % 2]?.add(delegation(`d${index}`, sources[index % 3]), limits),
      ),
    )
    const running = (await stores[0]?.open('coder')) ?? []
    expect(running).toHaveLength(5)
    for (const source of sources) {
      expect(running.filter((each) => each.source === source).length).toBeLessThanOrEqual(3)
    }
    expect(refused.filter((each) => each === undefined)).toHaveLength(5)
  })

  test('end once, and leave a place', async () => {
    const store = createDelegationStore(await open({ rooms }), clock)
    const limits = { maxLoad: 1, maxConcurrent: 1 }
    await store.add(delegation('one'), limits)
    expect(await store.add(delegation('two'), limits)).toMatch(/at capacity \(1\/1\)/)
    await store.judge('one', { isPassed: false, revisions: 2, feedback: 'too long' })
    await store.end('one', { state: 'completed', text: 'done' })
    await store.end('one', { state: 'lost', text: '' })
    expect(await store.find('one')).toMatchObject({
      state: 'completed',
      text: 'done',
      isPassed: false,
      revisions: 2,
      feedback: 'too long',
    })
    expect(await store.add(delegation('two'), limits)).toBeUndefined()
    expect((await store.ofSource('planner', 'ada', 10)).map(({ id }) => id).toSorted()).toEqual(['one', 'two'])
    expect(await store.ofSource('planner', 'eve', 10)).toEqual([])
  })
})
