import { statement } from '@drawbridge/store/database'
import { expect, test, vi } from 'vitest'
import { describePostgres } from '../../../store/src/__fixtures__/describe-databases.ts'
import { openTestGateway, type TestGateway, type writeScriptedHome } from '../testing/open-test-gateway.ts'
import { sendWith } from '../testing/send-with.ts'
import { type StartedNode, startNode } from '../testing/start-node.ts'

const exec = (command: string) => ({ calls: [{ name: 'runtime__exec', input: { command } }] })

interface Event {
  readonly type: string
  readonly position: string
  readonly event: { readonly run: string; readonly reason?: string; readonly tool?: string }
}

interface OtherNode extends StartedNode {
  readonly send: ReturnType<typeof sendWith>
}

const isStart = ({ type, event }: Event) => type === 'tool.started' && event.tool === 'runtime.exec'

// A busy machine needs a while to start the other node.
const slow = { timeout: 180_000 }

describePostgres('two nodes', ({ options }, _server) => {
  const store = { kind: 'postgres', url: (options() as { url: string }).url }
  const here = (script: Parameters<typeof writeScriptedHome>[1]) =>
    openTestGateway({ script, configuration: { store } })

  /** Starts a node in a process of its own, and speaks to it alone. */
  async function elsewhere(
    gateway: TestGateway,
    { script, secret }: { readonly script: Parameters<typeof writeScriptedHome>[1]; readonly secret: string },
  ): Promise<OtherNode> {
    const started = await startNode(gateway, { script, configuration: { store } })
    return { ...started, send: sendWith(started.url, { authorization: `Bearer ${secret}` }) }
  }

  async function start(
    script: Parameters<typeof writeScriptedHome>[1],
    other: Parameters<typeof writeScriptedHome>[1],
  ) {
    const b = await here(script)
    const person = await b.signIn('operator')
    const { secret, send } = await person.key(['all'])
    const a = await elsewhere(b, { script: other, secret })
    const events = async (session: string) =>
      (await send('GET', `/v1/sessions/${session}/events?limit=200`)).json.items as Event[]
    const until = (session: string, type: string, count = 1) =>
      vi.waitFor(async () => {
        const found = await events(session)
        expect(found.filter((each) => each.type === type).length).toBeGreaterThanOrEqual(count)
        return found
      }, 60_000)
    /** Answers what a session of either node asks, on this one. */
    const allow = (session: string) =>
      vi.waitFor(async () => {
        const { json } = await send('GET', '/v1/approvals')
        const asked = json.items.find((each: { principal: { session: string } }) => each.principal.session === session)
        const answer = { answer: 'allow_once', digest: asked.digest }
        const { status } = await person.send('POST', `/v1/approvals/${asked.id}/decision`, { body: answer })
        expect(status).toBe(200)
      }, 60_000)
    const untilStarted = (session: string) =>
      vi.waitFor(async () => {
        const found = await events(session)
        expect(found.some(isStart)).toBe(true)
        return found
      }, 60_000)
    return { a, b, send, events, until, untilStarted, allow }
  }

  test(
    'what a run on one node asks is answered on the other, and a message to one reaches the run on the other',
    slow,
    async () => {
      const { a, b, send, until, allow } = await start([], [exec('touch one'), { text: 'Done.' }, { text: 'Again.' }])
      const made = await a.send('POST', '/v1/sessions', {}, { 'idempotency-key': 'begin' })
      const session = made.json.id as string
      const again = await send('POST', '/v1/sessions', { body: {}, headers: { 'idempotency-key': 'begin' } })
      expect([again.json, again.headers.get('idempotency-replayed')]).toEqual([made.json, 'true'])
      await a.send('POST', `/v1/sessions/${session}/messages`, { text: 'Say one.' })
      await allow(session)
      expect((await until(session, 'run.reported')).map(({ type }) => type)).toContain('tool.completed')
      const sent = await send('POST', `/v1/sessions/${session}/messages`, { body: { text: 'And again.' } })
      expect(sent.json).toMatchObject({ session, taken: 'elsewhere' })
      await until(session, 'run.reported', 2)
      const { json: nodes } = await send('GET', '/v1/nodes')
      expect(nodes.items.map(({ id, state }: { id: string; state: string }) => [id, state]).toSorted()).toEqual(
        [
          [a.node, 'alive'],
          [b.gateway.node, 'alive'],
        ].toSorted(),
      )
      expect(nodes.samePolicy).toBe(true)
      expect(b.errors).toEqual([])
    },
  )

  test('a node that stood still records nothing more of a run that the other has taken over', slow, async () => {
    const { a, b, send, until, untilStarted, allow, events } = await start(
      [{ text: 'Taken over.' }],
      [exec('touch one && sleep 3 && touch two')],
    )
    const session = (await a.send('POST', '/v1/sessions', {})).json.id as string
    await a.send('POST', `/v1/sessions/${session}/messages`, { text: 'Wait.' })
    await allow(session)
    const started = (await untilStarted(session)).find(isStart)
    a.kill('SIGSTOP')
    for (const table of ['recorders', 'agents_writers'])
      await b.gateway.database.run(statement(`update ${table} set heartbeat_at = heartbeat_at - 60000`))
    expect((await send('POST', `/v1/sessions/${session}/messages`, { body: { text: 'Go on.' } })).json.taken).toBe(
      'here',
    )
    await until(session, 'run.reported')
    a.kill('SIGCONT')
    expect((await a.send('GET', '/v1/me')).status).toBe(200)
    const later = await a.send('POST', `/v1/sessions/${session}/messages`, { text: 'Still there?' })
    expect(later.json.taken).toBe('elsewhere')
    await vi.waitFor(async () => {
      const found = await events(session)
      const types = found.filter((each) => each.event.run === started?.event.run).map(({ type }) => type)
      expect(types).not.toContain('tool.completed')
      expect(types.filter((type) => type === 'tool.interrupted')).toHaveLength(1)
      expect(found.filter(({ type }) => type === 'run.reported').length).toBeGreaterThan(1)
    }, 60_000)
  })

  test('tickets and failed logins count on both nodes together', slow, async () => {
    const { a, send, b } = await start([], [])
    const { json } = await a.send('POST', '/v1/ws-tickets')
    const rights = await Promise.all([json.ticket, json.ticket].map((each) => b.gateway.access.codes.useTicket(each)))
    expect(rights.filter((each) => each !== undefined)).toHaveLength(1)
    const wrong = { user: 'nobody', password: 'wrong' }
    const statuses: number[] = []
    for (let attempt = 0; attempt < 4; attempt += 1) {
      statuses.push((await a.send('POST', '/v1/auth/login', wrong)).status)
      statuses.push((await b.send('POST', '/v1/auth/login', { body: wrong })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect((await send('GET', '/v1/me')).status).toBe(200)
  })
})
