import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Approval } from '../page/pages/inbox/approval.ts'
import type { TimelineCall } from '../page/pages/sessions/session.ts'
import { sampleApprovals, sampleNow } from './sample-approvals.ts'
import { sampleSimulation } from './sample-draft.ts'
import { sampleLists, sampleObjects, sampleTeam } from './sample-lists.ts'
import { samplePages } from './sample-pages.ts'
import { sampleAudit, sampleCalls, sampleSeries, sampleSessions } from './sample-records.ts'

/** The knowledge of the server of the tests, and the requests that it received. */
export interface FixtureState {
  readonly approvals: Map<string, Approval>
  readonly codes: Set<string>
  /** All requests that change something, in their order. */
  readonly writes: { readonly method: string; readonly path: string; readonly body: unknown }[]
  readonly reads: string[]
  can: readonly string[]
  build: string
  /** True once the last proof of the person is too old for what changes rights. */
  needsProof: boolean
  /** The calls of every session that changed since they were read. */
  changedCalls: readonly TimelineCall[]
  /** Lists that are read by pages, by path. */
  readonly longLists: Map<string, readonly object[]>
  /** Answers that replace those of the samples, by path. */
  readonly answers: Map<string, { readonly status: number; readonly body: unknown }>
  now(): number
}

/** Sends events to those who subscribed to the topic. */
export type Emit = (topic: string, ...events: readonly Readonly<Record<string, unknown>>[]) => void

/** Every operation that a page asks for. */
const allOperations = [
  'listApprovals listSessions createSession getStats listAudit getFlowReport getPolicy listGrants revokeGrant',
  'listTools invokeTool listMcpServers listMcpRequests testMcpServer listQuestions listJobs listCustomTools',
  'createCustomTool listSecrets setSecret listAgents createAgent listTeams createTeam listTasks cancelTask',
  'addMemory removeSecret listMemory forgetMemory listSkills listSchedules runSchedule',
  'listDevices listUsers createUser listKeys createKey explainConfig explainCall getToolVisibility',
  'getPolicyDraft getShadowReport createPolicyDraft changePolicyDraft simulatePolicyDraft applyPolicyDraft listPolicyVersions',
  'listNodes getHealth addMcpServer removeMcpServer listDelegations listAgentLinks cancelDelegation',
  'previewGrant listSessionCalls getSessionCall forkSession replaySession abortSession exportAudit searchKnowledge forgetKnowledge vouchForKnowledge',
].flatMap((names) => names.split(' '))

/** Returns a state with all samples. The clock stands still. */
export function sampleState(): FixtureState {
  return {
    approvals: new Map(sampleApprovals().map((one) => [one.id, one])),
    codes: new Set(['ABCD-2345']),
    writes: [],
    reads: [],
    can: allOperations,
    build: 'test',
    needsProof: false,
    changedCalls: [],
    longLists: new Map(),
    answers: new Map(),
    now: () => sampleNow,
  }
}

/** Questions that wait for hours: a page that is looked at for minutes shows the same all the time, but for a digit. */
export function unhurriedState(): FixtureState {
  const state = sampleState()
  for (const [id, approval] of state.approvals)
    state.approvals.set(id, {
      ...approval,
      waitsUntil: sampleNow + 36_000_000,
      answerableUntil: sampleNow + 72_000_000,
    })
  return state
}

const half = 'half-of-this-origin'

/** Requests that need a proof of the last ten minutes. */
const provenPaths = /^\/(?:secrets|custom-tools|users|keys)/

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly emit: Emit
}

/** Answers one request of the API. */
export async function answerRequest(state: FixtureState, { request, response, emit }: Exchange): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fixture')
  const path = decodeURIComponent(pathname.slice('/v1'.length))
  const method = request.method ?? 'GET'
  const body = method === 'GET' ? undefined : await bodyOf(request)
  const reply = (status: number, content?: unknown, headers: Record<string, string> = {}) => {
    const type = status >= 400 ? 'application/problem+json' : 'application/json'
    response
      .writeHead(status, { 'content-type': type, etag: '"1"', 'x-request-id': 'req_1', ...headers })
      .end(content === undefined ? undefined : JSON.stringify(content))
  }
  const refuse = (status: number, code: string, rest: object = {}) =>
    reply(status, { title: code, status, code, ...rest })

  if (path === '/auth/login') {
    const { code = '' } = body as { code?: string }
    if (!state.codes.delete(code)) return refuse(401, 'wrong_credentials')
    return reply(
      200,
      { half, me: describeMe(state) },
      { 'set-cookie': 'drawbridge=cookie; Path=/; HttpOnly; SameSite=Strict' },
    )
  }
  if (path === '/auth/renew') {
    if (!state.codes.delete((body as { code?: string }).code ?? '')) return refuse(401, 'wrong_credentials')
    state.needsProof = false
    return reply(204)
  }
  const hasCookie = String(request.headers.cookie ?? '').includes('drawbridge=cookie')
  if (request.headers['x-drawbridge-session'] !== half || !hasCookie) return refuse(401, 'no_session')
  if (method === 'GET') state.reads.push(request.url ?? '')
  else if (path !== '/ws-tickets') state.writes.push({ method, path, body })
  const replaced = state.answers.get(path)
  // A server that never answers.
  if (replaced?.status === 0) return
  if (replaced !== undefined) return reply(replaced.status, replaced.body)
  if (method !== 'GET' && state.needsProof && provenPaths.test(path)) return refuse(403, 'proof_needed')
  if (path === '/me') return reply(200, describeMe(state))
  if (path === '/ws-tickets') return reply(200, { ticket: 'ticket', expiresAt: state.now() + 30_000 })

  const [, id = '', action] = /^\/approvals\/([^/]+)(?:\/([\w-]+))?$/.exec(path) ?? []
  if (path === '/approvals') {
    const isAll = searchParams.get('state') === 'all'
    return reply(200, page([...state.approvals.values()].filter((one) => isAll || one.state === 'open').map(answered)))
  }
  if (path === '/approvals/decisions') {
    const { decisions } = body as { decisions: readonly (Decision & { id: string })[] }
    return reply(200, { results: decisions.map((one) => ({ id: one.id, ...decide(state, one.id, one, emit) })) })
  }
  if (action === 'decision') {
    const { status, problem, ...rest } = decide(state, id, body as Decision, emit)
    return problem === undefined ? reply(200, { state: 'settled' }) : refuse(status, problem, rest)
  }
  if (action === 'preview-grant') {
    const scope = state.approvals.get(id)?.offers.find(({ answer }) => answer === (body as Decision).answer)?.scope
    return reply(200, { scope, wouldCover: ['fs.read_file src/tax.js'], wouldNot: [] })
  }
  if (id !== '' && action === undefined) {
    const approval = state.approvals.get(id)
    return approval === undefined ? refuse(404, 'not_found') : reply(200, answered(approval))
  }
  const long = state.longLists.get(path)
  if (long !== undefined) return reply(200, cut(long, searchParams))
  if (searchParams.has('since')) return reply(200, { ...page(state.changedCalls), asOf: '48113' })
  return reply(...sampleFor({ path, method, searchParams }))
}

/** A question as the API answers it. */
function answered({ settled, state, ...rest }: Approval): object {
  const { answer, reason, by = null, at } = settled ?? {}
  const decision = answer === undefined ? null : { answer, ...(reason === undefined ? {} : { reason }) }
  const decidedAt = at === undefined ? null : new Date(at).toISOString()
  return { ...rest, state: state === 'open' ? 'pending' : 'decided', decision, decidedBy: by, decidedAt }
}

const sampleConversation = [
  { position: '1', type: 'message.received', event: { text: 'publish the fix branch' } },
  {
    position: '2',
    type: 'model.answered',
    event: {
      blocks: [
        {
          type: 'text',
          text: 'I read the price first.\n\n- then **push**\n\n![track](https://evil.example/p.png) [docs](https://docs.example/x)\n\n<img src=x onerror=alert(1)>',
        },
      ],
    },
  },
  { position: '3', type: 'tool.called', event: { toolCallId: 'call_1', name: 'fs.read_file' } },
  { position: '4', type: 'tool.completed', event: { toolCallId: 'call_1' } },
]

const sampleOffer = {
  problem: null,
  version: '1f0c9a7be2d4',
  text: [
    'Server tracker',
    '  + launch: {"args":["-y","tracker-mcp@2.1.0"],"command":"npx","environment":[]}',
    '  + name: tracker',
    'New tool find_issue',
    '  + description: Finds an issue by its words.',
    '  + inputSchema: {"properties":{"words":{"type":"string"}},"type":"object"}',
    '1 new, 0 changed, 0 unchanged.',
  ].join('\n'),
}

interface SampleRequest {
  readonly path: string
  readonly method: string
  readonly searchParams: URLSearchParams
}

type Sample = readonly [status: number, content: unknown]

function sampleFor({ path, method, searchParams }: SampleRequest): Sample {
  const reply = (status: number, content: unknown): Sample => [status, content]
  const refuse = (status: number, code: string): Sample => [status, { title: code, status, code }]
  if (method !== 'GET') {
    if (path.endsWith('/explain'))
      return reply(200, {
        verdict: 'deny',
        reason: 'Deletes are denied.',
        rule: 'no-delete',
        source: 'drawbridge.jsonc:4',
        steps: [{ step: 'no-delete', verdict: 'deny', because: 'Deletes are denied.' }],
      })
    if (path === '/audit/verify') return reply(200, { status: 'sound', head: { position: 48112 } })
    if (path === '/policy/draft/simulate') return reply(200, sampleSimulation)
    if (path === '/mcp/servers/preview') return reply(200, sampleOffer)
    return reply(200, { id: 'made_1' })
  }
  const [, session, part, chosen] = /^\/sessions\/([^/]+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? []
  const found = sampleSessions.find(({ id }) => id === session)
  if (path === '/sessions') return reply(200, page(sampleSessions))
  if (session !== undefined && found === undefined) return refuse(404, 'not_found')
  if (found !== undefined && part === undefined) return reply(200, found)
  if (part === 'calls' && chosen !== undefined)
    return reply(200, {
      ...sampleCalls(1)[0],
      id: chosen,
      input: { path: 'src/price.js' },
      result: { text: 'export function price() {}' },
    })
  if (part === 'calls') return reply(200, { ...cut(sampleCalls(found?.calls ?? 0), searchParams), asOf: '48112' })
  if (part === 'events')
    return reply(200, { ...page([...sampleConversation, ...sampleAudit.slice(0, 20)]), asOf: '48112' })
  if (path === '/policy/shadow') return reply(200, sampleSimulation)
  if (path === '/audit') return reply(200, cut(sampleAudit, searchParams))
  if (path.startsWith('/stats/')) return reply(200, sampleSeries(path.slice('/stats/'.length)))
  if (path.startsWith('/teams/web/')) return reply(200, page(sampleTeam[path.slice('/teams/web/'.length)] ?? []))
  const object = sampleObjects[path]
  if (object !== undefined) return reply(200, object)
  const list = sampleLists[path]
  if (list !== undefined) return reply(200, page(list))
  const [, base = '', name] = /^(.*)\/([^/]+)$/.exec(path) ?? []
  const item = sampleLists[base]?.find((one) => one.id === name || one.name === name)
  return item === undefined ? refuse(404, 'not_found') : reply(200, item)
}

function page(items: readonly unknown[]): object {
  return { items, next: null, asOf: null }
}

/** A page of a long list. The cursor is the index of its first item. */
function cut(items: readonly unknown[], search: URLSearchParams): object {
  const from = Number(search.get('cursor') ?? 0)
  const to = from + Number(search.get('limit') ?? 50)
  return { items: items.slice(from, to), next: to < items.length ? String(to) : null, asOf: null }
}

interface Decision {
  readonly answer: NonNullable<Approval['settled']>['answer'] & string
  readonly digest: string
  readonly reason?: string
}

function decide(state: FixtureState, id: string, decision: Decision, emit: Emit) {
  const approval = state.approvals.get(id)
  if (approval === undefined) return { status: 404, problem: 'not_found' }
  if (approval.state !== 'open')
    return { status: 409, problem: 'already_settled', by: approval.settled?.by, answer: approval.settled?.answer }
  if (approval.digest !== decision.digest) return { status: 409, problem: 'digest_differs' }
  const { answer, reason } = decision
  state.approvals.set(id, {
    ...approval,
    state: 'settled',
    settled: { answer, by: 'ada', at: state.now(), ...(reason === undefined ? {} : { reason }) },
  })
  emit('approvals', { type: 'permission.decided', toolCallId: approval.toolCallId })
  return { status: 200 }
}

/** The person who is signed in. */
export function describeMe({ can, build, now }: FixtureState): object {
  return {
    user: { id: 'usr_1', name: 'ada' },
    role: 'owner',
    human: true,
    can,
    pages: samplePages.filter(({ operation }) => operation === 'getMe' || can.includes(operation)),
    node: 'a',
    build,
    serverTime: new Date(now()).toISOString(),
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return text === '' ? {} : (JSON.parse(text) as unknown)
}
