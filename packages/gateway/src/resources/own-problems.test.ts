import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSystemIdSource, systemClock } from '@drawbridge/core/base'
import { createArtifactFiles } from '@drawbridge/store'
import { statement } from '@drawbridge/store/database'
import { createDatabaseRecorder } from '@drawbridge/store/sessions'
import { beforeAll, expect, test, vi } from 'vitest'
import { sampleSession } from '../../../store/src/session/__fixtures__/sample-events.ts'
import type { ProblemCode } from '../problem/problem-codes.ts'
import { noteTool } from '../testing/note-tool.ts'
import { openTestGateway, type TestCaller, type TestGateway } from '../testing/open-test-gateway.ts'
import {
  type commonProblems,
  type GivenParts,
  type Provoke,
  pathOf,
  provokeEverywhere,
  sendSample,
} from '../testing/provoke.ts'
import { waitingTool } from '../testing/waiting-tool.ts'

const { tool: note } = noteTool()

const wait = waitingTool()

let [open, owner]: [TestGateway, TestCaller] = [] as never

const atEnd: (() => Promise<void>)[] = []
const openOne = (options: Parameters<typeof openTestGateway>[0] = {}) =>
  openTestGateway({ ...options, atEnd: (close) => atEnd.push(close) })

beforeAll(async () => {
  open = await openOne({
    script: [{ calls: [{ name: 'demo__wait', input: {} }] }],
    section: { requests: { perSecond: 10_000, burst: 10_000 } },
    drawbridge: { tools: { own: [note, wait.tool] } },
    configuration: { agents: { planner: {}, coder: {} } },
  })
  owner = await open.signIn('owner')
  return async () => {
    for (const close of atEnd) await close()
  }
})

/** Returns what sends a request of a caller, with these parts. */
const sendWith =
  (caller: TestCaller, given: GivenParts = {}): Provoke =>
  (route) =>
    sendSample(caller, route, given)

/** Makes a call that waits for somebody, and returns what it asks. */
async function ask(what: 'approvals' | 'questions') {
  const call = {
    approvals: { tool: 'demo.note', arguments: {} },
    questions: { tool: 'ask.user', arguments: { questions: [{ question: 'Really?', yes_no: true }] } },
  }[what]
  const body = { arguments: call.arguments }
  void owner.send('POST', `/v1/tools/${call.tool}/invoke`, { body }).catch(() => undefined)
  return vi.waitFor(async () => {
    const [asked] = (await owner.send('GET', `/v1/${what}`)).json.items
    expect(asked).toBeDefined()
    return asked as { readonly id: string; readonly digest: string }
  }, 5_000)
}

async function askBoth() {
  const [approval, question] = [await ask('approvals'), await ask('questions')]
  const decide = (answer: string): GivenParts => ({
    params: { id: approval.id },
    body: { answer, digest: approval.digest },
  })
  const decline: GivenParts = { params: { id: question.id }, body: { status: 'declined' } }
  return { approval, question, decide, decline }
}

/** Opens a gateway whose configuration became one that cannot be read. */
async function openMisconfigured(): Promise<TestGateway> {
  const misconfigured = await openOne()
  await writeFile(join(misconfigured.home, 'drawbridge.jsonc'), '{ "models": 7 }', { mode: 0o600 })
  return misconfigured
}

const overdue = (table: string) => statement<[]>(`update ${table} set expires_at = 1`)

/** Provocations of each problem that depends on what an operation does. */
const provocations = {
  invalid: async () => {
    const long = 'x'.repeat(5_000)
    return (route) => {
      if (route.body !== undefined) return owner.send(route.method, pathOf(route), { body: '[7]' })
      if (route.query !== undefined) return owner.send(route.method, `${pathOf(route)}&unknown=1`)
      if (route.idempotent === true) return sendSample(owner, route, { headers: { 'idempotency-key': 'a b' } })
      const params = Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, long]))
      return sendSample(owner, route, { params })
    }
  },
  cursor_mismatch: async () => {
    const { id } = (await owner.send('POST', '/v1/sessions', { body: {} })).json
    const team = { id: 'shop', lead: 'planner', members: ['coder'] }
    expect((await owner.send('POST', '/v1/teams', { body: team })).status).toBe(200)
    return (route) =>
      sendSample(owner, route, { query: 'cursor=x', params: { id: route.tag === 'teams' ? 'shop' : id } })
  },
  not_found: async () => {
    const [member, operator] = [await open.signIn('member'), await open.signIn('operator')]
    const quiet = await (await openOne({ section: { metrics: false } })).signIn('owner')
    const session = { body: { arguments: {}, session: 'none' } }
    const chat = { model: 'agent/default', messages: [{ role: 'user', content: 'x' }], metadata: { session: 'none' } }
    const special: Readonly<Record<string, Provoke>> = {
      getMetrics: sendWith(quiet),
      invokeTool: sendWith(owner, session),
      createPolicyDraft: sendWith(operator, { body: { version: 99 } }),
      createChatCompletion: sendWith(owner, { body: chat }),
      searchMemory: sendWith(member, { query: 'user=other' }),
      searchKnowledge: sendWith(member, { query: 'user=other' }),
      addMemory: sendWith(member, { body: { user: 'other', title: 'a.md', text: 'a' } }),
    }
    return (route) => (special[route.operation] ?? sendWith(route.tag === 'policy' ? operator : owner))(route)
  },
  wrong_credentials: async () => (route) => sendSample(owner, route, { body: { code: 'WRONG' } }),
  not_remote: async () => sendWith(owner, { params: { name: 'fs.delete' } }),
  already_settled: async () => {
    const { approval, question, decide, decline } = await askBoth()
    for (const [kind, { body }] of [
      [`approvals/${approval.id}/decision`, decide('deny')],
      [`questions/${question.id}/answer`, decline],
    ] as const)
      expect((await owner.send('POST', `/v1/${kind}`, { body })).status).toBe(200)
    return (route) => sendSample(owner, route, route.tag === 'approvals' ? decide('allow_once') : decline)
  },
  digest_differs: async () => {
    const { id } = await ask('approvals')
    return sendWith(owner, { params: { id }, body: { answer: 'allow_once', digest: 'other' } })
  },
  not_offered: async () => {
    const { id, digest } = await ask('approvals')
    return sendWith(owner, { params: { id }, body: { answer: 'allow_always', digest } })
  },
  expired: async () => {
    const { decide, decline } = await askBoth()
    for (const table of ['approvals', 'questions_asked']) await open.gateway.database.run(overdue(table))
    return (route) => sendSample(owner, route, route.tag === 'approvals' ? decide('allow_once') : decline)
  },
  conflict: async () => {
    const operator = await (await openMisconfigured()).signIn('operator')
    const last = await (await openOne()).signIn('owner')
    const other = await open.signIn('viewer')
    const self: GivenParts = { params: { id: last.user.id }, body: { disabled: true } }
    await owner.send('POST', '/v1/policy/draft', { body: {} })
    await owner.send('POST', '/v1/agents', { body: { id: 'twice' } })
    const { id } = (await owner.send('POST', '/v1/sessions', { body: {} })).json
    await owner.send('POST', `/v1/sessions/${id}/messages`, { body: { text: 'Note it.' } })
    await vi.waitFor(() => expect(wait.calls()).toBeGreaterThan(0), 30_000)
    const special: Readonly<Record<string, Provoke>> = {
      createUser: sendWith(owner, { body: { name: other.user.name, role: 'viewer' } }),
      changeUser: sendWith(last, self),
      removeUser: sendWith(last, self),
      createPolicyDraft: sendWith(owner),
      createAgent: sendWith(owner, { body: { id: 'twice' } }),
      resumeSession: sendWith(owner, { params: { id } }),
    }
    return (route) => (special[route.operation] ?? sendWith(operator))(route)
  },
  stale: async () => {
    await owner.send('POST', '/v1/policy/draft', { body: {} })
    return sendWith(owner)
  },
  range_outside: async () => {
    const label = { trust: 'untrusted', source: 'test' } as never
    await using recorder = createDatabaseRecorder(open.gateway.database)
    await recorder.append(sampleSession('one').aborted('call'), 'durable')
    const folder = join(open.home, 'artifacts')
    const stored = createArtifactFiles({ folder, clock: systemClock, ids: createSystemIdSource() })
    const facts = { session: 'one', tool: 'demo.note', toolCallId: 'call', mediaType: 'text/plain', label }
    const { id } = await (await stored.create(facts)).finish()
    return sendWith(owner, { params: { id }, headers: { range: 'bytes=9-' } })
  },
} as const satisfies Record<Exclude<ProblemCode, (typeof commonProblems)[number]>, () => Promise<Provoke>>

test.each(Object.keys(provocations) as (keyof typeof provocations)[])(
  'every operation that declares %s answers with it, in its form',
  async (code) => {
    await provokeEverywhere(open.gateway.routes, code, await provocations[code]())
    expect(open.errors).toEqual([])
  },
)

test('with a configuration that cannot be read, no operation fails, nor answers what it does not declare', async () => {
  const misconfigured = await openMisconfigured()
  const person = await misconfigured.signIn('owner')
  for (const route of misconfigured.gateway.routes) await sendSample(person, route)
  expect(misconfigured.errors).toEqual([])
})
