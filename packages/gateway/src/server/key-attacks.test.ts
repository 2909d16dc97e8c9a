import { defineTool } from '@drawbridge/core'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openTestGateway, type TestCaller } from '../testing/open-test-gateway.ts'

const written: string[] = []
const note = defineTool({
  name: 'demo.note',
  description: 'Writes a note.',
  input: z.strictObject({ text: z.string() }),
  permission: 'write',
  execute: ({ text }) => {
    written.push(text)
    return `noted ${text}`
  },
})
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
  expect((await call(key, { session })).code).toBe('forbidden')
  expect((await call(key, { session, agent: 'coder' })).code).toBe('invalid')
  expect((await call(member, { session, agent: 'coder' })).code).toBe('invalid')
  expect((await call(key, { agent: 'coder' })).status).toBe('ok')
  expect((await (await member.key(['mcp'], { agents: [] })).send('POST', '/mcp', { body: {} })).status).toBe(401)
})
