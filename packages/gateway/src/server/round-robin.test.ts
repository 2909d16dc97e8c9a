import type { GatewaySection } from '@drawbridge/access'
import { DrawbridgeError } from '@drawbridge/core'
import { statement } from '@drawbridge/store/database'
import OpenAI from 'openai'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describePostgres } from '../../../store/src/__fixtures__/describe-databases.ts'
import { connectSocket } from '../testing/connect-socket.ts'
import { openRoundRobin } from '../testing/open-round-robin.ts'
import { openTestGateway, type writeScriptedHome } from '../testing/open-test-gateway.ts'
import { readStream } from '../testing/read-stream.ts'
import { sendWith } from '../testing/send-with.ts'
import { startNode } from '../testing/start-node.ts'

type Script = Parameters<typeof writeScriptedHome>[1]

interface Event {
  readonly type: string
  readonly position: string
  readonly event: {
    readonly run: string
    readonly node?: string
    readonly reason?: string
    readonly tool?: string
  }
}

interface Settings {
  readonly configuration?: object
  readonly section?: GatewaySection
}

const exec = (command: string) => ({ calls: [{ name: 'runtime__exec', input: { command } }] })
const says = (count: number) => Array.from({ length: count }, () => ({ text: 'Understood.' }))

/** Which node takes a run is left to chance, so turns of a script may be left. */
function closeWithRest(close: () => Promise<void>): void {
  onTestFinished(() =>
    close().catch((error: unknown) => {
      if (!(error instanceof DrawbridgeError && error.code === 'unconsumed_steps')) throw error
    }),
  )
}

/** Kills of a node in the middle of a call. `.ci/run` asks for 30. */
const rounds = Number(process.env.DRAWBRIDGE_NODE_ROUNDS ?? 2)
/** Moves of a client between the nodes. */
const moves = 30
const slow = { timeout: 240_000 }

describePostgres('two nodes behind a proxy that knows no sessions', ({ options }) => {
  const store = { kind: 'postgres', url: (options() as { url: string }).url }

  /** Opens one node here and starts nodes in processes of their own, all behind one address. */
  async function open(script: Script, { configuration = {}, section = {} }: Settings = {}) {
    const proxy = await openRoundRobin()
    onTestFinished(() => proxy[Symbol.asyncDispose]())
    const both = { configuration: { store, ...configuration }, section: { publicUrl: proxy.url, ...section } }
    const here = await openTestGateway({ script, ...both, atEnd: closeWithRest })
    const person = await here.signIn('operator')
    const { secret } = await person.key(['all'])
    proxy.add(here.url)
    const { gateway } = here
    const page = {
      ...{ origin: proxy.url, cookie: `${gateway.cookieName}=${person.cookie}` },
      'x-drawbridge-session': person.half,
    }
    const send = sendWith(proxy.url, { authorization: `Bearer ${secret}` })
    return {
      ...{ proxy, here, person, secret, send, sendAsPage: sendWith(proxy.url, page) },
      start: async (ownScript: Script) => {
        const started = await startNode(here, { script: ownScript, ...both })
        proxy.add(started.url)
        return { ...started, send: sendWith(started.url, { authorization: `Bearer ${secret}` }) }
      },
      events: async (session: string) =>
        (await send('GET', `/v1/sessions/${session}/events?limit=200`)).json.items as readonly Event[],
      /** Connects a client of the page, wherever the proxy sends it. */
      connect: async () => {
        const { json } = await sendWith(proxy.url, page)('POST', '/v1/ws-tickets')
        const client = await connectSocket(proxy.url, ['drawbridge.v1', `ticket.${json.ticket}`], page)
        if (typeof client === 'number') throw new Error(`refused with ${client}`)
        return client
      },
    }
  }

  type Cluster = Awaited<ReturnType<typeof open>>

  /** Allows what a session asks, as a person whose requests reach any node. */
  const allow = ({ sendAsPage }: Cluster, session: string) =>
    vi.waitFor(async () => {
      const { json } = await sendAsPage('GET', '/v1/approvals')
      const asked = json.items.find((each: { principal: { session: string } }) => each.principal.session === session)
      const answer = { answer: 'allow_once', digest: asked.digest }
      expect((await sendAsPage('POST', `/v1/approvals/${asked.id}/decision`, answer)).status).toBe(200)
    }, 60_000)

  test('a person and a program need no certain node: each request may reach another one', slow, async () => {
    const cluster = await open([exec('touch one'), { text: 'Done.' }])
    const { send, sendAsPage, start, events, here } = cluster
    const other = await start([exec('touch one'), { text: 'Done.' }])
    const nodes = new Set<string>()
    for (let count = 0; count < 6; count += 1) {
      const { json, status } = await sendAsPage('GET', '/v1/me')
      expect(status).toBe(200)
      nodes.add(json.node)
    }
    expect(nodes).toEqual(new Set([other.node, here.gateway.node]))
    const begin = () => send('POST', '/v1/sessions', {}, { 'idempotency-key': 'begin' })
    const [made, again] = [await begin(), await begin()]
    expect([again.json, again.headers.get('idempotency-replayed')]).toEqual([made.json, 'true'])
    const session = made.json.id as string
    await send('POST', `/v1/sessions/${session}/messages`, { text: 'Touch one.' })
    await allow(cluster, session)
    await vi.waitFor(async () => expect((await events(session)).at(-1)?.type).toBe('run.reported'), 60_000)
    expect((await events(session)).map(({ type }) => type)).toContain('tool.completed')
    expect(here.errors).toEqual([])
  })

  test('a node that is killed in a call loses nothing that was acknowledged, and its run goes on on the other', {
    timeout: 60_000 + rounds * 60_000,
  }, async () => {
    const cluster = await open(says(20 * rounds))
    const { here, send, start, events, proxy } = cluster
    for (let round = 0; round < rounds; round += 1) {
      const node = await start([exec(`touch one-${round} && sleep 60`)])
      const session = (await node.send('POST', '/v1/sessions', {})).json.id as string
      await node.send('POST', `/v1/sessions/${session}/messages`, { text: 'Wait.' })
      await allow(cluster, session)
      const before = await vi.waitFor(async () => {
        const found = await events(session)
        expect(found.some(({ type, event }) => type === 'tool.started' && event.tool === 'runtime.exec')).toBe(true)
        return found
      }, 60_000)
      // Some of these reach the node while it dies: only what was acknowledged counts.
      const sent = Array.from({ length: 5 }, (_, index) =>
        (index % 2 === 0 ? node.send : send)('POST', `/v1/sessions/${session}/messages`, { text: `${index}` }).catch(
          () => undefined,
        ),
      )
      await Promise.race(sent)
      node.kill('SIGKILL')
      proxy.remove(node.url)
      const asked = await send('POST', `/v1/sessions/${session}/messages`, { text: 'What happened?' })
      expect(asked.status).toBe(202)
      const acknowledged = [...(await Promise.all(sent)), asked].flatMap((answer) =>
        answer?.status === 202 ? [`message/${answer.json.message}`] : [],
      )
      const found = await vi.waitFor(async () => {
        // What reached the dead node waits until the other one looks for it, every ten seconds: in the first round for that, then no more.
        if (round > 0) await here.gateway.chats.takeUndelivered(0)
        const all = await events(session)
        const placed = all.flatMap(({ type, event }) => (type === 'message.placed' ? [event.node] : []))
        expect(placed).toEqual(expect.arrayContaining(acknowledged))
        expect(new Set(placed).size).toBe(placed.length)
        expect(all.at(-1)?.type).toBe('run.reported')
        return all
      }, 60_000)
      expect(found.slice(0, before.length)).toEqual(before)
      expect(found.filter(({ type }) => type === 'tool.interrupted')).toHaveLength(1)
      expect(found.filter(({ type, event }) => type === 'run.ended' && event.reason === 'interrupted')).toHaveLength(1)
    }
  })

  test('a client that moves between the nodes, one of which dies, gets each event once, in order', slow, async () => {
    const { send, start, connect, proxy, here } = await open([])
    const other = await start([])
    const nodes = new Set<string>()
    const seen: string[] = []
    let cursor = '0'
    for (let move = 0; move < moves; move += 1) {
      if (move === moves - 5) {
        other.kill('SIGKILL')
        proxy.remove(other.url)
      }
      const client = await connect()
      client.send({ type: 'subscribe', id: 'all', topic: 'audit', from: cursor })
      await send('POST', '/v1/tools/fs.list_files/invoke', { arguments: { path: '.' } })
      await vi.waitFor(() => expect(client.frames.filter(({ type }) => type === 'events')).not.toEqual([]), 20_000)
      client.close()
      // A client goes on behind what it has read; what still comes before the socket is closed, it has not.
      const frames = client.frames.slice()
      nodes.add(frames[0]?.node ?? '')
      for (const { type, items, cursor: reached } of frames) {
        if (type !== 'events') continue
        seen.push(...(items ?? []).map(({ position }) => position))
        cursor = reached ?? cursor
      }
    }
    const last = await connect()
    last.send({ type: 'subscribe', id: 'all', topic: 'audit', from: cursor })
    await vi.waitFor(() => expect(last.frames).toContainEqual(expect.objectContaining({ type: 'ready' })), 20_000)
    seen.push(...last.frames.flatMap(({ items = [] }) => items.map(({ position }) => position)))
    const recorded = await here.gateway.database.all(
      statement<[], { position: number }>('select position from events order by position'),
    )
    expect(recorded.length).toBeGreaterThan(moves)
    expect(seen).toEqual(recorded.slice(0, seen.length).map(({ position }) => String(position)))
    expect(recorded.length - seen.length).toBeLessThan(10)
    expect(nodes).toEqual(new Set([other.node, here.gateway.node]))
  })

  test('requests and calls of a caller count on both nodes together', slow, async () => {
    const { send, start } = await open([], {
      section: { requests: { burst: 32, perSecond: 0.01 } },
      configuration: { limits: { windows: { user: { calls: 5, perMs: 3_600_000 } }, queue: { calls: 0 } } },
    })
    const other = await start([])
    const list = (via: typeof send) => via('POST', '/v1/tools/fs.list_files/invoke', { arguments: { path: '.' } })
    const outcomes: string[] = []
    for (let count = 0; count < 4; count += 1)
      for (const via of [send, other.send]) outcomes.push((await list(via)).json.code ?? 'ok')
    expect(outcomes).toEqual([...Array(5).fill('ok'), ...Array(3).fill('rate_limited')])
    const statuses: number[] = []
    for (let count = 0; count < 20; count += 1)
      for (const via of [send, other.send]) statuses.push((await via('GET', '/v1/me')).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(32 - outcomes.length)
    const refused = await send('GET', '/v1/me')
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1)
  })

  test('text that a model is still writing reaches those who follow its session on the other node', slow, async () => {
    const cluster = await open([])
    const { here, person, start } = cluster
    const words = 'The harbour opens at nine. '.repeat(20).trim()
    const other = await start([exec('touch one'), { text: words }])
    const session = (await other.send('POST', '/v1/sessions', {})).json.id as string
    await other.send('POST', `/v1/sessions/${session}/messages`, { text: 'When?' })
    const stream = readStream(here, person, {
      ...{ method: 'GET', path: `/v1/sessions/${session}/events`, headers: { origin: here.url } },
      until: ({ data }) => data.type === 'run.reported',
    })
    await vi.waitFor(async () => expect((await here.gateway.feed.head()) > 0).toBe(true))
    await allow(cluster, session)
    const { messages } = await stream
    const texts = messages.flatMap(({ event, data }) =>
      event === 'passing' && data.type === 'text.streamed' ? [data.text] : [],
    )
    expect(texts.join('')).toBe(words)
    expect(here.errors).toEqual([])
  })

  test("a client of OpenAI's API goes on with its session, whatever node it reaches", slow, async () => {
    const script = Array.from({ length: 4 }, () => ({ text: 'Understood.' }))
    const { proxy, here, start, secret } = await open(script)
    await start(script)
    // Each request has a connection of its own, so that the proxy may send it elsewhere.
    const client = new OpenAI({
      ...{ apiKey: secret, baseURL: `${proxy.url}/v1`, maxRetries: 0, defaultHeaders: { connection: 'close' } },
    })
    const ask = { model: 'agent/default', messages: [{ role: 'user' as const, content: 'Go on.' }] }
    const { data, response } = await client.chat.completions.create(ask).withResponse()
    expect(data.choices[0]?.message.content).toBe('Understood.')
    const metadata = { session: response.headers.get('x-drawbridge-session') ?? '' }
    const whole = await client.chat.completions.create({ ...ask, metadata })
    expect(whole.choices).toMatchObject([{ finish_reason: 'stop', message: { content: 'Understood.' } }])
    expect(whole.usage?.total_tokens).toBeGreaterThan(0)
    for (let turn = 0; turn < 2; turn += 1) {
      const chunks = await Array.fromAsync(await client.chat.completions.create({ ...ask, metadata, stream: true }))
      expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Understood.')
    }
    expect(here.errors).toEqual([])
  })

  test(
    'a repeated request whose node has died is done again if that does no harm, and otherwise told so',
    slow,
    async () => {
      const { send, here } = await open([])
      const begun = statement<[caller: string, key: string, fingerprint: string]>(
        `insert into gateway_answers (caller, request_key, fingerprint, created_at, node)
        select caller, $2, fingerprint, created_at, $3 from gateway_answers where request_key = $1`,
      )
      const { database, node } = here.gateway
      const create = (key: string) => send('POST', '/v1/sessions', {}, { 'idempotency-key': key })
      const list = (key: string) =>
        send('POST', '/v1/tools/fs.list_files/invoke', { arguments: { path: '.' } }, { 'idempotency-key': key })
      for (const repeat of [create, list]) expect((await repeat(repeat.name)).status).toBeLessThan(300)
      for (const [kept, key, owner] of [
        ['create', 'c-dead', 'dead'],
        ['create', 'c-alive', node],
        ['list', 'l-dead', 'dead'],
      ] as const)
        await database.run(begun, kept, key, owner)
      expect((await create('c-dead')).status).toBe(201)
      expect((await create('c-dead')).headers.get('idempotency-replayed')).toBe('true')
      expect((await create('c-alive')).json.code).toBe('idempotency_in_progress')
      expect((await list('l-dead')).json.code).toBe('interrupted')
    },
  )
})
