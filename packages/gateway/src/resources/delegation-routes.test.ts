import { expect, test } from 'vitest'
import { createDelegationStore } from '../../../delegation/src/run/delegation-store.ts'
import { openTestGateway } from '../testing/open-test-gateway.ts'

async function place() {
  const open = await openTestGateway()
  const [ada, bob, operator] = [await open.signIn('member'), await open.signIn('member'), await open.signIn('operator')]
  const store = createDelegationStore(open.gateway.database, open.gateway.clock)
  const own = { source: 'planner', target: 'coder', session: 's1', label: 'Write', skipsGates: false }
  await store.add({ ...own, id: 'delegate_1', user: ada.user.name }, { maxLoad: 5, maxConcurrent: 5 })
  await store.add({ ...own, id: 'delegate_2', user: ada.user.name }, { maxLoad: 5, maxConcurrent: 5 })
  await store.end('delegate_2', { state: 'completed', text: 'It is written.' })
  return { ada, bob, operator }
}

test('delegations of one user are neither listed nor read nor cancelled by another, and operators see all', async () => {
  const { ada, bob, operator } = await place()
  const idsOf = async (reader: typeof ada, query = '') =>
    (await reader.send('GET', `/v1/delegations${query}`)).json.items.map(({ id }: { id: string }) => id).toSorted()
  expect(await idsOf(ada)).toEqual(['delegate_1', 'delegate_2'])
  expect(await idsOf(operator, '?state=completed&agent=coder')).toEqual(['delegate_2'])
  expect(await idsOf(operator, '?agent=critic')).toEqual([])
  expect(await idsOf(bob)).toEqual([])
  expect((await bob.send('GET', '/v1/delegations/runs/delegate_2')).json.code).toBe('not_found')
  expect((await bob.send('POST', '/v1/delegations/runs/delegate_1/cancel')).json.code).toBe('not_found')
  expect((await ada.send('GET', '/v1/delegations/runs/delegate_2')).json).toMatchObject({
    ...{ state: 'completed', text: 'It is written.', passed: null },
  })
})

test('a delegation that has ended, or runs elsewhere, is not cancelled, and the answer says why', async () => {
  const { ada } = await place()
  const cancelled = async (id: string) => (await ada.send('POST', `/v1/delegations/runs/${id}/cancel`)).json
  expect(JSON.stringify(await cancelled('delegate_2'))).toContain('has ended: completed')
  expect(JSON.stringify(await cancelled('delegate_1'))).toContain('runs in another process')
})

test('links are made, changed and removed by operators alone, between agents that exist', async () => {
  const { ada, operator } = await place()
  for (const id of ['planner', 'coder']) {
    const made = await operator.send('POST', '/v1/agents', { body: { id, type: 'open' } })
    expect(made.status, JSON.stringify(made.json)).toBeLessThan(300)
  }
  const link = '/v1/delegations/links/planner/coder'
  expect((await ada.send('PUT', link, { body: {} })).status).toBe(403)
  const saved = await operator.send('PUT', link, { body: { settings: { denyTools: ['fs.*'] } } })
  expect(saved.json).toMatchObject({ direction: 'outbound', settings: { denyTools: ['fs.*'] } })
  expect((await operator.send('GET', '/v1/delegations/links')).json.items).toMatchObject([{ source: 'planner' }])
  for (const [path, body, message] of [
    [link, { settings: { maxConcurrent: 0 } }, 'maxConcurrent'],
    ['/v1/delegations/links/planner/nobody', {}, 'does not exist'],
    ['/v1/delegations/links/planner/planner', {}, 'cannot be linked to itself'],
  ] as const)
    expect(JSON.stringify((await operator.send('PUT', path, { body })).json)).toContain(message)
  expect((await operator.send('DELETE', link)).status).toBe(204)
  expect((await operator.send('DELETE', link)).status).toBe(404)
})
