import { statement } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { openTestGateway, type TestAnswer, type TestCaller } from '../../testing/open-test-gateway.ts'

const deny = { id: 'no-reads', tools: 'fs.read_file', then: 'deny' }
const allow = { id: 'all-writes', tools: 'fs.write_file', then: 'allow' }
const rules = (...list: readonly object[]) => ({ permissions: { rules: list } })
const provenAt = statement<[at: number]>('update gateway_sessions set proven_at = $1')
const etag = ({ headers }: TestAnswer) => ({ 'if-match': headers.get('etag') ?? '' })

/** Begins a draft, fills it, and returns the answer. */
async function draft(person: TestCaller, policy: object) {
  const begun = await person.send('POST', '/v1/policy/draft', { body: {} })
  expect(begun.status).toBe(201)
  return person.send('PUT', '/v1/policy/draft', { body: { policy }, headers: etag(begun) })
}

test('a draft is changed, simulated, applied on all nodes, listed as a version and taken back', async () => {
  const open = await openTestGateway()
  const other = await openTestGateway({ home: open.home })
  const ada = await open.signIn('operator', 'ada')
  const read = { body: { arguments: { path: 'a.md' } } }
  const call = async () => (await ada.send('POST', '/v1/tools/fs.read_file/invoke', read)).json
  expect((await call()).result.code).toBe('file_not_found')

  const saved = await draft(ada, rules(deny))
  expect(saved.json).toMatchObject({
    wider: false,
    isStale: false,
    problems: [],
    changes: [{ after: deny, wider: false }],
  })
  expect((await ada.send('GET', '/v1/policy/draft')).headers.get('etag')).toBe(saved.headers.get('etag'))
  const simulated = await ada.send('POST', '/v1/policy/draft/simulate', { body: {} })
  expect(simulated.json).toMatchObject({
    ...{ complete: true, calls: 1, changed: 1, wider: 0 },
    groups: [{ tool: 'fs.read_file', from: 'allow', to: 'deny', wider: false, count: 1 }],
  })
  expect((await ada.send('GET', '/v1/policy/draft')).json.simulation).toMatchObject({ calls: 1, changed: 1 })

  const applied = await ada.send('POST', '/v1/policy/apply', { body: { note: 'quiet' }, headers: etag(saved) })
  expect(applied).toMatchObject({ status: 200, json: { version: 1, policy: rules(deny) } })
  const nodes = [open, other].map(({ gateway }) => gateway.node).toSorted()
  expect(applied.json.nodes).toMatchObject({ waiting: [] })
  expect(applied.json.nodes.inForce.toSorted()).toEqual(nodes)
  await expect.poll(async () => (await call()).status).toBe('denied')
  expect((await ada.send('GET', '/v1/policy/draft')).status).toBe(404)

  const listed = await ada.send('GET', '/v1/policy/versions?limit=1')
  expect(listed.json.items).toMatchObject([
    { version: 1, by: 'ada', note: 'quiet', changed: [['permissions', 'rules']] },
  ])
  const next = await ada.send('GET', `/v1/policy/versions?cursor=${listed.json.next}`)
  expect(next.json).toMatchObject({ items: [{ version: 0 }], next: null })
  expect((await ada.send('GET', '/v1/policy/versions/1')).json).toMatchObject({
    wider: false,
    changes: [{ after: deny }],
  })
  expect((await ada.send('GET', '/v1/policy/versions/9')).status).toBe(404)

  const back = await ada.send('POST', '/v1/policy/draft', { body: { version: 0 } })
  expect(back.json).toMatchObject({ policy: {}, wider: true, note: 'Back to version 0' })
  const undone = await ada.send('POST', '/v1/policy/apply', { body: {}, headers: etag(back) })
  expect(undone).toMatchObject({ status: 200, json: { version: 2, policy: {} } })
  const recorded = (await ada.send('GET', '/v1/audit?event=policy.changed')).json.items
  expect(recorded.map(({ event }: { readonly event: object }) => event)).toMatchObject([
    { version: 2, by: 'ada', surface: 'http', wider: true, note: 'Back to version 0' },
    { version: 1, by: 'ada', surface: 'http', wider: false, note: 'quiet' },
  ])
  expect((await ada.send('POST', '/v1/audit/verify')).json).toMatchObject({ status: 'sound' })
})

test('of two editors the second is refused with both sides, and applies after merging', async () => {
  const open = await openTestGateway()
  const [ada, bob] = [await open.signIn('operator', 'ada'), await open.signIn('operator', 'bob')]
  const [first, second] = [await draft(ada, rules(deny)), await draft(bob, { permissions: { mode: 'plan' } })]
  expect((await ada.send('POST', '/v1/policy/apply', { body: {}, headers: etag(first) })).status).toBe(200)
  const stale = await bob.send('POST', '/v1/policy/apply', { body: {}, headers: etag(second) })
  expect(stale).toMatchObject({ status: 412, json: { code: 'stale' } })
  expect(stale.json.current).toMatchObject({
    base: { version: 0, policy: {} },
    current: { version: 1, policy: rules(deny) },
    policy: { permissions: { mode: 'plan' } },
    isStale: true,
  })
  const policy = { permissions: { mode: 'plan', rules: [deny] } }
  const behind = await bob.send('PUT', '/v1/policy/draft', { body: { policy, base: 0 }, headers: etag(second) })
  expect(behind.status).toBe(412)
  const merged = await bob.send('PUT', '/v1/policy/draft', { body: { policy, base: 1 }, headers: etag(second) })
  expect(merged.json).toMatchObject({ isStale: false, changes: [{ path: ['permissions', 'mode'] }] })
  const old = await bob.send('POST', '/v1/policy/apply', { body: {}, headers: etag(second) })
  expect(old).toMatchObject({ status: 412, json: { etag: merged.headers.get('etag') } })
  const applied = await bob.send('POST', '/v1/policy/apply', { body: {}, headers: etag(merged) })
  expect(applied).toMatchObject({ status: 200, json: { version: 2, policy } })
})

test('a draft of two windows is not overwritten, and each needs to say what it changes', async () => {
  const open = await openTestGateway()
  const ada = await open.signIn('operator')
  const saved = await draft(ada, rules(deny))
  const path = '/v1/policy/draft'
  expect(await ada.send('POST', path, { body: {} })).toMatchObject({ status: 409 })
  expect(await ada.send('PUT', path, { body: { policy: {} } })).toMatchObject({ status: 428 })
  expect((await ada.send('PUT', path, { body: { policy: {} }, headers: etag(saved) })).status).toBe(200)
  const lost = await ada.send('PUT', path, { body: { policy: rules(allow) }, headers: etag(saved) })
  expect(lost).toMatchObject({ status: 412, json: { current: { policy: {} } } })
  expect((await ada.send('DELETE', path, { headers: etag(saved) })).status).toBe(412)
  const { headers } = await ada.send('GET', path)
  expect((await ada.send('DELETE', path, { headers: { 'if-match': headers.get('etag') ?? '' } })).status).toBe(204)
  expect((await ada.send('GET', path)).status).toBe(404)
  expect((await (await open.signIn('operator')).send('GET', path)).status).toBe(404)
})

test('a faulty draft is kept, says the value and the place, and is not applied', async () => {
  const open = await openTestGateway()
  const ada = await open.signIn('operator')
  const saved = await draft(ada, { permissions: { mode: 'paln' } })
  const problem = { place: 'permissions.mode', message: expect.stringMatching(/"paln"/) }
  expect(saved).toMatchObject({ status: 200, json: { problems: [problem] } })
  expect((await ada.send('POST', '/v1/policy/draft/simulate', { body: {} })).status).toBe(422)
  const refused = await ada.send('POST', '/v1/policy/apply', { body: {}, headers: etag(saved) })
  expect(refused).toMatchObject({ status: 422, json: { errors: [{ pointer: 'permissions.mode' }] } })
  expect((await ada.send('GET', '/v1/policy/versions')).json.items).toEqual([])
})

test.each([
  ['a section that names programs', { hooks: [{ event: 'Stop', command: ['x'] }] }],
  ['a reference to the environment of the server', rules({ ...deny, reason: `\${env:${'HOME'}}` })],
  ['a secret', rules({ ...deny, reason: ['ghp', 'R8d2kfVq0sXw7YbLmT3nZc6HjPaEuG1iOv4S'].join('_') })],
  ['a key that reaches a prototype', JSON.parse('{"permissions":{"__proto__":{"mode":"bypass"}}}')],
])('%s is not even kept in a draft', async (_, policy) => {
  const open = await openTestGateway()
  const ada = await open.signIn('operator')
  expect((await draft(ada, policy)).status).toBeOneOf([400, 422])
  expect((await ada.send('GET', '/v1/policy/draft')).json.policy).toEqual({})
})

test('a policy that may allow more is applied only by a person who proved who they are', async () => {
  const open = await openTestGateway()
  const ada = await open.signIn('operator')
  const saved = await draft(ada, rules(allow))
  expect(saved.json).toMatchObject({ wider: true, changes: [{ after: allow, wider: true }] })
  await open.gateway.database.run(provenAt, Date.now() - 11 * 60_000)
  const refused = await ada.send('POST', '/v1/policy/apply', { body: {}, headers: etag(saved) })
  expect(refused).toMatchObject({ status: 403, json: { code: 'proof_needed' } })
  const narrower = await ada.send('PUT', '/v1/policy/draft', { body: { policy: rules(deny) }, headers: etag(saved) })
  expect((await ada.send('POST', '/v1/policy/apply', { body: {}, headers: etag(narrower) })).status).toBe(200)
})

test('no key touches the policy, not even one that carries the decisions of its owner', async () => {
  const open = await openTestGateway()
  const key = await (await open.signIn('owner')).key(['all'], { human: true })
  const routes = open.gateway.routes.filter(({ operation }) => /Policy/.test(operation) && operation !== 'getPolicy')
  expect(routes.length).toBeGreaterThanOrEqual(8)
  for (const { method, path, operation } of routes.filter(({ path: each }) => !each.includes('versions'))) {
    const { status } = await key.send(method, `/v1${path}`, { body: method === 'GET' ? undefined : {} })
    expect([operation, status]).toEqual([operation, 403])
  }
})

test('tests of a draft are judged together with the files, kept with the version, merged, and there in the next draft', async () => {
  const open = await openTestGateway()
  const [ada, bob] = [await open.signIn('operator', 'ada'), await open.signIn('operator', 'bob')]
  const [reads, writes] = [
    { tool: 'fs.read_file', arguments: { path: 'a.md' }, expect: 'deny' },
    { name: 'writes pass', tool: 'fs.write_file', arguments: { path: 'a.md', content: 'x' }, expect: 'allow' },
  ]
  const put = (person: TestCaller, from: TestAnswer, body: object) =>
    person.send('PUT', '/v1/policy/draft', { body, headers: etag(from) })
  const saved = await put(ada, await draft(ada, rules(deny)), { policy: rules(deny), tests: [reads, writes] })
  expect(saved.json).toMatchObject({ tests: [reads, writes], current: { tests: [] } })
  const run = await ada.send('POST', '/v1/policy/draft/test', { body: {} })
  expect(run).toMatchObject({
    status: 200,
    json: {
      passed: 1,
      results: [
        { expected: 'deny', actual: 'deny', passed: true, rule: 'no-reads', source: expect.stringMatching(/database/) },
        { name: 'writes pass', expected: 'allow', actual: 'ask', passed: false, reason: expect.any(String) },
      ],
    },
  })
  const own = { tool: 'fs.list', expect: 'allow' }
  const begun = await draft(bob, {})
  const others = await put(bob, begun, { policy: {}, tests: [own] })
  expect((await ada.send('POST', '/v1/policy/apply', { body: {}, headers: etag(saved) })).json).toMatchObject({
    version: 1,
    tests: [reads, writes],
  })
  const merged = await put(bob, others, { policy: rules(deny), base: 1 })
  expect(merged.json).toMatchObject({ isStale: false, changes: [], tests: [reads, writes, own] })
  const fewer = await put(bob, merged, { policy: rules(deny), tests: [own] })
  const applied = await bob.send('POST', '/v1/policy/apply', { body: {}, headers: etag(fewer) })
  expect(applied).toMatchObject({ status: 200, json: { version: 2, tests: [own] } })
  expect((await ada.send('POST', '/v1/policy/draft', { body: { version: 0 } })).json.tests).toEqual([own])
})

test.each([
  ['another verdict', [{ tool: 'fs.list', expect: 'maybe' }]],
  ['more than 200', Array.from({ length: 201 }, () => ({ tool: 'fs.list', expect: 'allow' }))],
  [
    'a secret',
    [
      {
        tool: 'fs.list',
        arguments: { path: ['ghp', 'R8d2kfVq0sXw7YbLmT3nZc6HjPaEuG1iOv4S'].join('_') },
        expect: 'allow',
      },
    ],
  ],
])('tests with %s are not kept in a draft', async (_, tests) => {
  const open = await openTestGateway()
  const ada = await open.signIn('operator')
  const body = { policy: {}, tests }
  const refused = await ada.send('PUT', '/v1/policy/draft', { body, headers: etag(await draft(ada, {})) })
  expect(refused.status).toBeOneOf([400, 422])
  expect((await ada.send('GET', '/v1/policy/draft')).json.tests).toEqual([])
})

test('calls that the shadow policy would have decided otherwise are listed, with whether it would allow more', async () => {
  const rules = [JSON.parse('{"id":"no-lists","tools":"fs.list_files","then":"deny"}')]
  const open = await openTestGateway({ script: [], configuration: { shadow: { permissions: { rules } } } })
  const operator = await open.signIn('operator')
  await operator.send('POST', '/v1/tools/fs.list_files/invoke', { body: { arguments: { path: '.' } } })
  const report = await operator.send('GET', '/v1/policy/shadow')
  expect(report.json).toMatchObject({ complete: true, calls: 1, changed: 1, wider: 0 })
  expect(report.json.groups).toMatchObject([
    { tool: 'fs.list_files', from: 'allow', to: 'deny', wider: false, count: 1 },
  ])
  expect((await (await open.signIn('member')).send('GET', '/v1/policy/shadow')).status).toBe(403)
})
