import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { expect, test, vi } from 'vitest'
import { noteTool } from '../../testing/note-tool.ts'
import { openTestGateway } from '../../testing/open-test-gateway.ts'

const { tool: note, written } = noteTool()
const open = () => openTestGateway({ drawbridge: { tools: { own: [note] } } })

test('a member reads a file, and a viewer may only look at tools', async () => {
  const gateway = await open()
  mkdirSync(gateway.workspace, { recursive: true })
  writeFileSync(join(gateway.workspace, 'a.txt'), 'hello\n')
  const [member, viewer] = [await gateway.signIn('member'), await gateway.signIn('viewer')]
  const body = { arguments: { path: 'a.txt' } }
  const answer = await member.send('POST', '/v1/tools/fs.read_file/invoke', { body })
  expect([answer.status, answer.json.status]).toEqual([200, 'ok'])
  expect(answer.json.text).toContain('hello')
  expect((await viewer.send('POST', '/v1/tools/fs.read_file/invoke', { body })).status).toBe(403)
  const tools = await viewer.send('GET', '/v1/tools?limit=200')
  expect(tools.json.items.map(({ name }: { name: string }) => name)).toContain('fs.read_file')
  const explained = await member.send('POST', '/v1/tools/demo.note/explain', { body: { arguments: { text: 'x' } } })
  expect(explained.json.decision.verdict).toBe('ask')
  expect(gateway.errors).toEqual([])
})

test('pages of tools are complete, and a cursor of another user or list is refused', async () => {
  const gateway = await open()
  const [ada, eve] = [await gateway.signIn('viewer'), await gateway.signIn('viewer')]
  const names = []
  let next: string | null = ''
  while (next !== null) {
    const { json } = await ada.send(
      'GET',
      `/v1/tools?limit=7${next === '' ? '' : `&cursor=${encodeURIComponent(next)}`}`,
    )
    names.push(...json.items.map(({ name }: { name: string }) => name))
    if (json.next !== null) {
      const stolen = await eve.send('GET', `/v1/tools?limit=7&cursor=${encodeURIComponent(json.next)}`)
      expect([stolen.status, stolen.json.code]).toEqual([422, 'cursor_mismatch'])
    }
    next = json.next
  }
  expect(new Set(names).size).toBe(names.length)
  expect((await ada.send('GET', '/v1/tools?cursor=abc.def')).json.code).toBe('cursor_mismatch')
  expect((await ada.send('GET', '/v1/tools?limit=201')).status).toBe(422)
})

test('tools that change this machine are kept from callers over HTTP, an owner too', async () => {
  const gateway = await open()
  const owner = await gateway.signIn('owner')
  for (const name of ['fs.write_file', 'runtime.exec', 'fs.delete']) {
    const answer = await owner.send('POST', `/v1/tools/${name}/invoke`, { body: { arguments: {} } })
    expect([name, answer.status, answer.json.code]).toEqual([name, 403, 'not_remote'])
  }
})

test('a call that asks waits for its answer; the key that made it cannot answer, another member neither', async () => {
  const gateway = await open()
  const [member, other, operator] = [
    await gateway.signIn('member'),
    await gateway.signIn('member'),
    await gateway.signIn('operator'),
  ]
  const key = await member.key(['tools:invoke', 'approvals:read', 'approvals:answer'])
  const calling = key.send('POST', '/v1/tools/demo.note/invoke', { body: { arguments: { text: 'once' } } })
  const asked = await vi.waitFor(async () => {
    const { json } = await key.send('GET', '/v1/approvals')
    expect(json.items).toHaveLength(1)
    return json.items[0]
  })
  const path = `/v1/approvals/${asked.id}/decision`
  const body = { answer: 'allow_once', digest: asked.digest }
  expect((await key.send('POST', path, { body })).json.code).toBe('not_human')
  expect((await other.send('GET', `/v1/approvals/${asked.id}`)).status).toBe(404)
  expect((await other.send('POST', path, { body })).status).toBe(404)
  expect((await member.send('POST', path, { body: { ...body, digest: 'else' } })).json.code).toBe('digest_differs')
  expect((await operator.send('POST', path, { body })).json).toEqual({ id: asked.id, state: 'decided' })
  const late = await member.send('POST', path, { body: { ...body, answer: 'deny' } })
  expect([late.status, late.json.code, late.json.by]).toEqual([409, 'already_settled', operator.user.name])
  const outcome = await calling
  expect([outcome.json.status, written]).toEqual(['ok', ['once']])
})

test('a key that carries decisions of a person cannot allow what it asks for itself; another one can', async () => {
  written.length = 0
  const gateway = await open()
  const member = await gateway.signIn('member')
  const scopes = ['tools:invoke', 'approvals:read', 'approvals:answer']
  const [own, another] = [await member.key(scopes, { human: true }), await member.key(scopes, { human: true })]
  const calling = own.send('POST', '/v1/tools/demo.note/invoke', { body: { arguments: { text: 'own' } } })
  const asked = await vi.waitFor(async () => {
    const { json } = await own.send('GET', '/v1/approvals')
    expect(json.items).toHaveLength(1)
    return json.items[0]
  })
  const path = `/v1/approvals/${asked.id}/decision`
  const body = { answer: 'allow_once', digest: asked.digest }
  const refused = await own.send('POST', path, { body })
  expect([refused.status, refused.json.code]).toEqual([403, 'not_human'])
  expect(refused.json.detail).toContain('with another key')
  const batch = await own.send('POST', '/v1/approvals/decisions', { body: { decisions: [{ id: asked.id, ...body }] } })
  expect(batch.json.results).toEqual([{ id: asked.id, problem: 'not_human' }])
  expect(written).toEqual([])
  expect((await another.send('POST', path, { body })).json).toEqual({ id: asked.id, state: 'decided' })
  expect([(await calling).json.status, written]).toEqual(['ok', ['own']])
})

test('a key that carries decisions of a person cannot answer what it asks a person; another one can', async () => {
  const gateway = await openTestGateway()
  const member = await gateway.signIn('member')
  const scopes = ['tools:invoke', 'approvals:read', 'approvals:answer']
  const [own, another] = [await member.key(scopes, { human: true }), await member.key(scopes, { human: true })]
  const questions = [{ question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }] }]
  const calling = own.send('POST', '/v1/tools/ask.user/invoke', { body: { arguments: { questions } } })
  const asked = await vi.waitFor(async () => {
    const { json } = await own.send('GET', '/v1/questions')
    expect(json.items).toHaveLength(1)
    return json.items[0]
  })
  const path = `/v1/questions/${asked.id}/answer`
  const body = { status: 'declined', reason: 'Not now.' }
  const refused = await own.send('POST', path, { body })
  expect([refused.status, refused.json.code]).toEqual([403, 'not_human'])
  expect(refused.json.detail).toContain('with another key')
  expect((await own.send('GET', '/v1/questions')).json.items).toHaveLength(1)
  expect((await another.send('POST', path, { body })).json).toEqual({ id: asked.id, state: 'replied' })
  expect(JSON.stringify((await calling).json)).toContain('Not now.')
})

test("a repeated request with one key is made once, and its key is not another user's", async () => {
  written.length = 0
  const gateway = await openTestGateway({
    drawbridge: {
      tools: { own: [note] },
      authority: { approvers: [approveEverything] },
    },
  })
  const [ada, eve] = [await gateway.signIn('member'), await gateway.signIn('member')]
  const send = (who: typeof ada, text: string) =>
    who.send('POST', '/v1/tools/demo.note/invoke', {
      body: { arguments: { text } },
      headers: { 'idempotency-key': 'k-1' },
    })
  const first = await send(ada, 'a')
  const again = await send(ada, 'a')
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect([again.json, first.json.call]).toEqual([first.json, 'k-1'])
  expect((await send(ada, 'b')).json.code).toBe('idempotency_key_reused')
  expect((await send(eve, 'b')).json.status).toBe('ok')
  expect(written).toEqual(['a', 'b'])
  const sessions = await ada.send('GET', '/v1/sessions')
  expect(sessions.json.items).toHaveLength(1)
  const [{ id }] = sessions.json.items
  expect((await eve.send('GET', `/v1/sessions/${id}`)).status).toBe(404)
  expect((await eve.send('GET', `/v1/sessions/${id}/events`)).status).toBe(404)
  expect((await ada.send('GET', `/v1/sessions/${id}/events`)).json.items.length).toBeGreaterThan(2)
  const { json } = await eve.send('GET', '/v1/audit?limit=200')
  expect(json.items.filter((each: { session: string }) => each.session === id)).toEqual([])
  expect(gateway.errors).toEqual([])
})
