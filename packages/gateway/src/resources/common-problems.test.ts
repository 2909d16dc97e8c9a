import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { DrawbridgeError } from '@drawbridge/core'
import { statement } from '@drawbridge/store/database'
import { beforeAll, expect, test } from 'vitest'
import { createKeptAnswers } from '../route/kept-answers.ts'
import type { RouteFacts } from '../route/route-facts.ts'
import { keyedRequest } from '../route/with-kept-answer.ts'
import { openTestGateway, type TestAnswer, type TestCaller, type TestGateway } from '../testing/open-test-gateway.ts'
import { commonProblems, type Provoke, pathOf, provokeEverywhere, sendSample } from '../testing/provoke.ts'

let [open, owner]: [TestGateway, TestCaller] = [] as never

const atEnd: (() => Promise<void>)[] = []
const openOne = (options: Parameters<typeof openTestGateway>[0] = {}) =>
  openTestGateway({ ...options, atEnd: (close) => atEnd.push(close) })

beforeAll(async () => {
  open = await openOne({ script: [], section: { requests: { perSecond: 10_000, burst: 10_000 } } })
  owner = await open.signIn('owner')
  return async () => {
    for (const close of atEnd.toReversed()) await close()
  }
})

const anyBody = (route: RouteFacts) => (route.body === undefined ? {} : { body: {} })

/** Sends a request that `fetch` does not send, with another name of the server. */
async function sendToHost(route: RouteFacts, host: string): Promise<Pick<TestAnswer, 'status' | 'headers' | 'json'>> {
  const sent = request(new URL(pathOf(route), open.url), { method: route.method, headers: { host } })
  sent.end()
  const [response] = await once(sent, 'response')
  const headers = new Headers({ 'content-type': response.headers['content-type'] })
  return { status: response.statusCode, headers, json: JSON.parse(await text(response)) }
}

/** Breaks a table on which every operation depends, so that each of them fails. */
async function openBroken(): Promise<TestCaller> {
  const broken = await openOne()
  const person = await broken.signIn('owner')
  const rename = (table: string) => statement<[]>(`alter table ${table} rename to gone_${table}`)
  for (const table of ['gateway_sessions', 'gateway_attempts']) await broken.gateway.database.run(rename(table))
  return person
}

/** Lets the database answer as one that cannot be reached. */
async function openCut(): Promise<TestCaller> {
  const cut = await openOne()
  const person = await cut.signIn('owner')
  const gone = async () => {
    throw new DrawbridgeError('store_unavailable', 'The database cannot be reached.')
  }
  const { get, transaction } = cut.gateway.database
  Object.assign(cut.gateway.database, { get: gone, transaction: gone })
  atEnd.push(async () => void Object.assign(cut.gateway.database, { get, transaction }))
  return person
}

/** Returns what makes the requests of one who has used up what a second allows. */
async function openExhausted(): Promise<TestCaller> {
  const section = { requests: { perSecond: 0.000_1, burst: 1 } }
  const person = await (await openOne({ section })).signIn('owner')
  expect((await person.send('GET', '/v1/me')).status).toBe(200)
  const wrong = { body: { code: 'WRONG' } }
  for (let tries = 0; tries < 6; tries += 1) await person.send('POST', '/v1/auth/login', wrong)
  return person
}

/** Sends a request whose key is that of a request which a node has begun and not answered. */
async function sendBegun(route: RouteFacts, caller: TestCaller, node: string) {
  const { database, clock, nodes } = open.gateway
  const answers = createKeptAnswers(database, { clock, node, isAlive: nodes.isAlive })
  const [key, url] = [`${node}-${route.operation}`, new URL(pathOf(route), open.url)]
  let body: unknown
  const send: TestCaller['send'] = async (_method, _path, sent) => {
    body = sent?.body
    return { status: 0, headers: new Headers(), text: '', json: undefined }
  }
  await sendSample({ send }, route)
  await answers.begin(keyedRequest({ caller: { user: caller.user, human: true }, key, route, url, body }), {
    isRepeatable: false,
  })
  return sendSample(caller, route, { headers: { 'idempotency-key': key } })
}

const provenLongAgo = statement<[user: string]>('update gateway_sessions set proven_at = 0 where user_id = $1')

/** How each problem comes about that has nothing to do with what an operation does. */
const provocations: Readonly<Record<(typeof commonProblems)[number], () => Promise<Provoke>>> = {
  no_session: async () => (route) => open.send(route.method, pathOf(route), anyBody(route)),
  wrong_host: async () => (route) => sendToHost(route, 'evil.example'),
  wrong_origin: async () => (route) =>
    owner.send(route.method, pathOf(route), { ...anyBody(route), headers: { origin: 'https://evil.example' } }),
  forbidden: async () => {
    const [viewer, key] = [await open.signIn('viewer'), await owner.key(['nothing'])]
    return (route) => (route.role === 'viewer' ? key : viewer).send(route.method, pathOf(route), anyBody(route))
  },
  not_human: async () => {
    const key = await owner.key(['all'])
    return (route) => sendSample(key, route)
  },
  bad_request: async () => (route) => owner.send(route.method, pathOf(route), { body: '{"a":' }),
  too_large: async () => (route) => owner.send(route.method, pathOf(route), { body: ' '.repeat(2_000_000) }),
  wrong_type: async () => (route) =>
    owner.send(route.method, pathOf(route), { body: {}, headers: { 'content-type': 'text/plain' } }),
  version_needed: async () => (route) =>
    owner.send(route.method, pathOf(route), route.example?.body === undefined ? {} : { body: route.example.body }),
  idempotency_in_progress: async () => (route) => sendBegun(route, owner, open.gateway.node),
  interrupted: async () => (route) => sendBegun(route, owner, 'gone'),
  idempotency_key_reused: async () => {
    const headers = { 'idempotency-key': 'once' }
    expect((await owner.send('POST', '/v1/sessions', { body: {}, headers })).status).toBe(201)
    return (route) => sendSample(owner, route, { headers, ...(route.operation === 'createSession' ? changed : {}) })
  },
  too_many: async () => {
    const exhausted = await openExhausted()
    return (route) => exhausted.send(route.method, pathOf(route), { ...anyBody(route), ...login(route) })
  },
  internal_error: async () => {
    const broken = await openBroken()
    return (route) => broken.send(route.method, pathOf(route), { ...anyBody(route), ...login(route) })
  },
  not_available: async () => {
    const cut = await openCut()
    return (route) => cut.send(route.method, pathOf(route), { ...anyBody(route), ...login(route) })
  },
  proof_needed: async () => {
    const late = await open.signIn('owner')
    const etag = ({ headers }: TestAnswer) => ({ 'if-match': headers.get('etag') ?? '' })
    const begun = await late.send('POST', '/v1/policy/draft', { body: {} })
    const policy = { network: { allow: ['example.org'] } }
    const wider = await late.send('PUT', '/v1/policy/draft', { body: { policy }, headers: etag(begun) })
    await open.gateway.database.run(provenLongAgo, late.user.id)
    return (route) => sendSample(late, route, { headers: etag(wider) })
  },
}

const changed = { body: { agent: 'other' } }
const login = ({ operation }: RouteFacts) => (operation === 'logIn' ? { body: { code: 'WRONG' } } : {})

test.each(commonProblems)('every operation that declares %s answers with it, in its form', async (code) => {
  await provokeEverywhere(open.gateway.routes, code, await provocations[code]())
  expect(open.errors).toEqual([])
})
