import { createTokenStore } from '@drawbridge/mcp/http'
import { expect, test, vi } from 'vitest'
import { noteTool } from '../testing/note-tool.ts'
import { openTestGateway, type TestCaller } from '../testing/open-test-gateway.ts'
import { waitingTool } from '../testing/waiting-tool.ts'

const { tool: note, written } = noteTool()
const drawbridge = { tools: { own: [note] }, config: { agents: { planner: {}, coder: {} } } }

/** Calls a tool as a client of MCP that says it shows forms to a person. */
function callOverMcp({ send }: Pick<TestCaller, 'send'>, name: string, args: object) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  }
  return send('POST', '/mcp', {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta } },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': name,
    },
  })
}

/** Waits until something of a kind waits for an answer, and returns it. */
const waiting = ({ send }: Pick<TestCaller, 'send'>, what: 'approvals' | 'questions') =>
  vi.waitFor(async () => {
    const { json } = await send('GET', `/v1/${what}`)
    expect(json.items).toHaveLength(1)
    return json.items[0]
  }, 5_000)

test.each([false, true])(
  'a program that claims to show forms does not allow its own calls over MCP (human: %s)',
  async (human) => {
    written.length = 0
    const open = await openTestGateway({ drawbridge })
    const member = await open.signIn('member')
    const calling = callOverMcp(await member.key(['mcp'], { human }), 'demo__note', { text: 'own' })
    const asked = await waiting(member, 'approvals')
    const body = { answer: 'allow_once', digest: asked.digest }
    expect(written).toEqual([])
    expect((await member.send('POST', `/v1/approvals/${asked.id}/decision`, { body })).status).toBe(200)
    const { text } = await calling
    expect(text).not.toContain('elicitation/create')
    expect([text, written]).toEqual([expect.stringContaining('noted own'), ['own']])
    expect(open.errors).toEqual([])
  },
)

test('a call over MCP ends with the key that made it, and nothing that it asked for can be done any more', async () => {
  written.length = 0
  const open = await openTestGateway({ drawbridge })
  const member = await open.signIn('member')
  const key = await member.key(['mcp'])
  const calling = callOverMcp(key, 'demo__note', { text: 'late' })
  const asked = await waiting(member, 'approvals')
  expect((await member.send('DELETE', `/v1/keys/${key.id}`)).status).toBe(204)
  // Without an end it would answer after its wait, in words for the model.
  expect((await calling).text).toBe('')
  const body = { answer: 'allow_once', digest: asked.digest }
  await member.send('POST', `/v1/approvals/${asked.id}/decision`, { body })
  expect(written).toEqual([])
})

test('a key that carries decisions of a person does not reply to the questions of its own calls', async () => {
  const open = await openTestGateway({ drawbridge })
  const member = await open.signIn('member')
  const scopes = ['tools:invoke', 'approvals:read', 'approvals:answer']
  const [own, another] = [await member.key(scopes, { human: true }), await member.key(scopes, { human: true })]
  const questions = [{ question: 'Really?', yes_no: true }]
  const calling = own.send('POST', '/v1/tools/ask.user/invoke', { body: { arguments: { questions } } })
  const asked = await waiting(own, 'questions')
  const path = `/v1/questions/${asked.id}/answer`
  const body = { status: 'answered', answers: [{ chosen: ['yes'] }] }
  const refused = await own.send('POST', path, { body })
  expect([refused.status, refused.json.code]).toEqual([403, 'not_human'])
  expect((await own.send('POST', path, { body: { status: 'declined' } })).status).toBe(403)
  expect((await another.send('POST', path, { body: { status: 'declined' } })).status).toBe(200)
  await calling
})

test('a key for one agent calls nothing in the session of another agent, whose session stays what it is', async () => {
  const open = await openTestGateway({ drawbridge })
  const member = await open.signIn('member')
  const key = await member.key(['tools:invoke'], { agents: ['coder'] })
  const call = async (who: Pick<TestCaller, 'send'>, body: object) =>
    (await who.send('POST', '/v1/tools/fs.list_files/invoke', { body: { arguments: {}, ...body } })).json
  const { session } = await call(member, { agent: 'planner' })
  expect((await call(member, { session })).status).toBe('ok')
  expect((await call(key, { session })).code).toBe('not_found')
  expect((await call(key, { session, agent: 'coder' })).code).toBe('not_found')
  expect((await call(member, { session, agent: 'coder' })).code).toBe('invalid')
  expect((await call(key, { agent: 'coder' })).status).toBe('ok')
  expect((await (await member.key(['mcp'], { agents: [] })).send('POST', '/mcp', { body: {} })).status).toBe(401)
})

test('a key for one agent reads nothing of the sessions of others, even if its user sees all', async () => {
  const open = await openTestGateway({ drawbridge })
  const operator = await open.signIn('operator')
  const scopes = ['tools:invoke', 'sessions:read', 'audit:read']
  const key = await operator.key(scopes, { agents: ['coder'] })
  const call = async (agent?: string) =>
    (await operator.send('POST', '/v1/tools/fs.list_files/invoke', { body: { arguments: {}, agent } })).json.session
  const [mine, ...others] = [await call('coder'), await call('planner'), await call()]
  const idsIn = async (path: string, field: string) => {
    const { items } = (await key.send('GET', path)).json
    return [...new Set(items.map((item: Readonly<Record<string, string>>) => item[field]))]
  }
  expect(await idsIn('/v1/sessions', 'id')).toEqual([mine])
  expect(await idsIn('/v1/sessions?agent=coder&kind=direct', 'id')).toEqual([mine])
  expect(await idsIn('/v1/sessions?agent=planner', 'id')).toEqual([])
  expect(await idsIn('/v1/sessions?kind=child', 'id')).toEqual([])
  expect((await operator.send('GET', '/v1/sessions?agent=planner')).json.items).toMatchObject([
    { agent: 'planner', kind: 'direct' },
  ])
  expect((await operator.send('GET', '/v1/sessions?kind=other')).status).toBe(422)
  expect(await idsIn('/v1/audit?limit=200', 'session')).toEqual([mine])
  const exported = (await key.send('GET', '/v1/audit/export')).text
  expect([exported.includes(mine), others.some((id) => exported.includes(id))]).toEqual([true, false])
  for (const path of ['', '/nodes', '/events', '/artifacts', '/flow']) {
    expect([path, (await key.send('GET', `/v1/sessions/${mine}${path}`)).status]).toEqual([path, 200])
    for (const id of others) expect((await key.send('GET', `/v1/sessions/${id}${path}`)).json.code).toBe('not_found')
  }
})

test('a key that can give work to a team does not answer what the team asks for its user', async () => {
  const open = await openTestGateway({ drawbridge })
  const operator = await open.signIn('operator')
  const answering = ['approvals:read', 'approvals:answer']
  const lead = await operator.key([...answering, 'teams:write'], { human: true })
  const phone = await operator.key(answering, { human: true })
  const principal = { user: operator.user.name, agent: 'coder', channel: 'team', via: 'team' } as const
  await using session = await open.gateway.drawbridge.house.openSession({ principal })
  const calling = session.call({ name: 'demo.note', arguments: { text: 'of the team' } })
  const asked = await waiting(operator, 'approvals')
  const path = `/v1/approvals/${asked.id}/decision`
  const body = { answer: 'deny', digest: asked.digest }
  const refused = await lead.send('POST', path, { body })
  expect([refused.status, refused.json.code]).toEqual([403, 'not_human'])
  expect((await phone.send('POST', path, { body })).status).toBe(200)
  expect((await calling).status).toBe('denied')
})

test.each(['removed', 'switched off'])('the token of an MCP client counts no more if its user is %s', async (how) => {
  const wait = waitingTool()
  const open = await openTestGateway({ drawbridge: { tools: { own: [wait.tool] } } })
  const [owner, member] = [await open.signIn('owner'), await open.signIn('member')]
  const tokens = createTokenStore(open.gateway.database, { clock: open.gateway.clock })
  const { text } = await tokens.create({ client: 'laptop', user: member.user.name, createdBy: 'ada' })
  const { send } = await member.key([])
  const client: Pick<TestCaller, 'send'> = {
    send: (method, path, sent) =>
      send(method, path, { ...sent, headers: { ...sent?.headers, authorization: `Bearer ${text}` } }),
  }
  const call = () => callOverMcp(client, 'fs__list_files', {})
  expect((await call()).status).toBe(200)
  const calling = callOverMcp(client, 'demo__wait', {})
  await vi.waitFor(() => expect(wait.calls()).toBe(1), 10_000)
  const path = `/v1/users/${member.user.id}`
  if (how === 'removed') await owner.send('DELETE', path)
  else await owner.send('PATCH', path, { body: { disabled: true } })
  expect((await calling).text).toBe('')
  expect((await call()).status).toBe(401)
})
