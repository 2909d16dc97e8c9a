import { type UserRole, userRoles } from '@drawbridge/room'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { connectSocket, type SocketClient } from '../testing/connect-socket.ts'
import { openTestGateway, type TestCaller, type TestGateway } from '../testing/open-test-gateway.ts'

const agents = ['planner', 'coder', 'tester']
const users = ['una', 'vic']
/** People with no session of their own, whose roles change, by their first roles. To change a role ends what they have open. */
const firstRoles = { nell: 'viewer', otto: 'operator', mia: 'member' } as const
type Changing = keyof typeof firstRoles
const changing = Object.keys(firstRoles) as Changing[]
const someone = { agent: fc.constantFrom(...agents), user: fc.constantFrom(...users) }

/** Something that happens while the streams are open. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), ...someone }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('read' as const), ...someone }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      members: fc.subarray(['coder', 'tester'], { minLength: 1 }),
      denyUsers: fc.subarray(users, { maxLength: 1 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('role' as const),
      who: fc.constantFrom(...changing),
      role: fc.constantFrom(...userRoles),
    }),
  },
)
type Change = Extract<typeof step extends fc.Arbitrary<infer Step> ? Step : never, { kind: 'change' }>

const secretsIn = (text: string) => new Set(text.match(/secret-\d+-\w+/g))

/** Opens a socket that follows everything that it can name. */
async function follow(gateway: TestGateway, who: TestCaller, sessions: readonly string[]): Promise<SocketClient> {
  const { json } = await who.send('POST', '/v1/ws-tickets')
  const client = await connectSocket(gateway.url, ['drawbridge.v1', `ticket.${json.ticket}`], { origin: gateway.url })
  if (typeof client === 'number') throw new Error(`refused with ${client}`)
  const topics = ['audit', 'live', 'tool', 'teams', 'approvals', 'questions', ...sessions.map((id) => `session:${id}`)]
  for (const topic of topics) client.send({ type: 'subscribe', id: topic, topic, from: '0' })
  const ready = () => client.frames.filter(({ type }) => type === 'ready').length
  await vi.waitFor(() => expect(ready()).toBe(topics.length), 10_000)
  return client
}

/** Reads the server-sent events of a session until it is closed. Undefined if the session is not there for the caller. */
async function read(gateway: TestGateway, who: TestCaller | { readonly secret: string }, session: string) {
  const leave = new AbortController()
  const headers =
    'secret' in who
      ? { authorization: `Bearer ${who.secret}` }
      : {
          ...{ origin: gateway.url, 'x-drawbridge-session': who.half },
          cookie: `${gateway.gateway.cookieName}=${who.cookie}`,
        }
  const response = await fetch(new URL(`/v1/sessions/${session}/events`, gateway.url), {
    signal: leave.signal,
    headers: { accept: 'text/event-stream', ...headers },
  })
  let text = ''
  const isOpen = response.status === 200
  const whole = (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
  })().catch(() => undefined)
  const close = async () => {
    leave.abort()
    await whole
  }
  return { isOpen, text: () => text, close, whole }
}

describeDatabases('what happens in a team', ({ options }) => {
  test('is in no stream of anybody who may not see it, whatever changes while the streams are open', {
    timeout: 300_000,
  }, async () => {
    const own = options()
    const store = own.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: own.url } }
    const closings: (() => Promise<void>)[] = []
    onTestFinished(async () => {
      for (const close of closings) await close()
    })
    const gateway = await openTestGateway({
      ...{ script: [], configuration: { ...store, agents: Object.fromEntries(agents.map((id) => [id, {}])) } },
      atEnd: (close) => void closings.push(close),
    })
    const staying = {
      una: await gateway.signIn('member', 'una'),
      vic: await gateway.signIn('member', 'vic'),
      vera: await gateway.signIn('viewer', 'vera'),
      olga: await gateway.signIn('owner', 'olga'),
    }
    let round = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        round += 1
        const id = `team-${round}`
        const settings = { memberRequests: true }
        const enter = (who: Changing) => gateway.signIn(firstRoles[who], `${who}-${round}`)
        const moving = { nell: await enter('nell'), otto: await enter('otto'), mia: await enter('mia') }
        const people = { ...staying, ...moving }
        const team = { id, lead: 'planner', members: ['coder', 'tester'], reviewers: [], settings }
        expect((await people.olga.send('POST', '/v1/teams', { body: team })).status).toBe(200)
        let now: Pick<Change, 'members' | 'denyUsers'> = { members: team.members, denyUsers: [] }
        const mayUse = (agent: string, user: string) =>
          (agent === 'planner' || now.members.includes(agent)) && !now.denyUsers.includes(user)

        const { house } = gateway.gateway.drawbridge
        const pairs = agents.flatMap((agent) => users.map((user) => ({ agent, user })))
        const sessions = await Promise.all(
          pairs.map(async ({ agent, user }) => {
            const session = await house.openSession({ principal: { agent, user, channel: 'http' } })
            await session.call({ name: 'time.now', arguments: {} })
            return { agent, user, session, allowed: new Set<string>() }
          }),
        )
        const roles: Record<Changing, UserRole> = { ...firstRoles }
        const { users: accounts } = gateway.gateway.access
        const give = async (who: Changing, role: UserRole) => {
          if (roles[who] !== role) await accounts.change(people[who].user.id, { role })
          roles[who] = role
        }
        /** What each of them may have heard: what was there while its role was to see everything. */
        const heard = { nell: new Set<string>(), otto: new Set<string>(), mia: new Set<string>() }
        const noteSeen = () => {
          for (const who of changing)
            if (roles[who] === 'operator' || roles[who] === 'owner')
              for (const { allowed } of sessions) for (const secret of allowed) heard[who].add(secret)
        }
        const names = sessions.map(({ session }) => session.id)
        const sockets = Object.fromEntries(
          await Promise.all(
            Object.entries(people).map(async ([name, who]) => [name, await follow(gateway, who, names)]),
          ),
        ) as Record<keyof typeof people, SocketClient>
        const readers = [...Object.entries(people), ['otto', await people.otto.key(['sessions:read'])] as const]
        const streams = await Promise.all(
          readers.flatMap(([name, who]) =>
            sessions.map(async (at) => ({ name, at, stream: await read(gateway, who, at.session.id) })),
          ),
        )
        try {
          /** The secrets on the board, by the user for whom they are there. */
          const board = new Map(users.map((user) => [user, new Set<string>()]))
          for (const [index, each] of steps.entries()) {
            if (each.kind === 'change') {
              const body = { members: each.members, settings: { denyUsers: each.denyUsers } }
              expect((await people.olga.send('PATCH', `/v1/teams/${id}`, { body })).status).toBe(200)
              now = each
              continue
            }
            if (each.kind === 'role') {
              await give(each.who, each.role)
              noteSeen()
              continue
            }
            const at = sessions.find(({ agent, user }) => agent === each.agent && user === each.user)
            if (at === undefined) continue
            const call = (input: object) => at.session.call({ name: 'team.tasks', arguments: { team: id, ...input } })
            if (each.kind === 'write') {
              const secret = `secret-${round * 100 + index}-${each.user}`
              at.allowed.add(secret)
              const { status } = await call({ action: 'create', subject: `Do ${secret}` })
              expect(status === 'ok').toBe(mayUse(each.agent, each.user))
              if (status === 'ok') board.get(each.user)?.add(secret)
            } else {
              if (mayUse(each.agent, each.user)) for (const secret of board.get(each.user) ?? []) at.allowed.add(secret)
              await call({ action: 'list', status: 'all' })
              await call({ action: 'search', query: 'Do secret' })
              for (const task of [1, 2, 3]) await call({ action: 'get', task })
            }
            noteSeen()
          }
          // Everything that there is to see has come once those who see all of it have it.
          const all = new Set(sessions.flatMap(({ allowed }) => [...allowed]))
          const heardBy = (name: keyof typeof people) => secretsIn(JSON.stringify(sockets[name].frames))
          const ofRound = (found: ReadonlySet<string>) =>
            new Set([...found].filter((secret) => Math.floor(Number(secret.split('-')[1]) / 100) === round))
          await vi.waitFor(() => expect(ofRound(heardBy('olga'))).toEqual(all), 10_000)
          for (const user of users) {
            const mine = new Set([...all].filter((secret) => secret.endsWith(user)))
            await vi.waitFor(() => expect(ofRound(heardBy(user as 'una'))).toEqual(mine), 10_000)
            const others = [...heardBy(user as 'una')].filter((secret) => !secret.endsWith(user))
            expect(others).toEqual([])
          }
          for (const who of changing) {
            const others = [...ofRound(heardBy(who))].filter((secret) => !heard[who].has(secret))
            expect(others, `${who} heard what it might not see`).toEqual([])
          }
          expect([...heardBy('vera')]).toEqual([])
          for (const name of ['una', 'vic', 'vera'] as const) {
            expect(
              sockets[name].frames.filter(
                (frame) => frame.type === 'changed' && JSON.stringify(frame).includes('teams'),
              ),
            ).toEqual([])
          }
          for (const { name, at, stream } of streams) {
            const who = changing.find((each) => each === name)
            if (who !== undefined) {
              expect(stream.isOpen, `${name} reads the session of ${at.user}`).toBe(name === 'otto')
              expect(
                [...secretsIn(stream.text())].filter((secret) => !heard[who].has(secret)),
                name,
              ).toEqual([])
              continue
            }
            expect(stream.isOpen, `${name} reads the session of ${at.user}`).toBe(name === 'olga' || name === at.user)
            if (!stream.isOpen) continue
            await vi.waitFor(
              () => expect([...secretsIn(stream.text())]).toEqual(expect.arrayContaining([...at.allowed])),
              10_000,
            )
            expect([...secretsIn(stream.text())].filter((secret) => !at.allowed.has(secret))).toEqual([])
          }
        } finally {
          for (const socket of Object.values(sockets)) socket.close()
          for (const { stream } of streams) await stream.close()
          for (const { session } of sessions) await session[Symbol.asyncDispose]()
        }
      }),
      { numRuns: propertyRuns(5) },
    )
    expect(gateway.errors).toEqual([])
  })

  test('is told live to those who may list it, also if an agent did it', async () => {
    const own = options()
    const store = own.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: own.url } }
    const gateway = await openTestGateway({
      script: [],
      configuration: { ...store, agents: { planner: {}, coder: {} } },
    })
    const [olga, una] = [await gateway.signIn('operator', 'olga'), await gateway.signIn('member', 'una')]
    await olga.send('POST', '/v1/teams', { body: { id: 'shop', lead: 'planner', members: ['coder'] } })
    const [ofOlga, ofUna] = [await follow(gateway, olga, []), await follow(gateway, una, [])]
    const { house } = gateway.gateway.drawbridge
    await using session = await house.openSession({ principal: { agent: 'planner', user: 'una', channel: 'http' } })
    await session.call({ name: 'team.tasks', arguments: { action: 'create', subject: 'Build' } })
    await vi.waitFor(() => expect(ofOlga.frames).toContainEqual({ type: 'changed', topic: 'teams' }), 5_000)
    expect(ofUna.frames).not.toContainEqual({ type: 'changed', topic: 'teams' })
  })

  test('is on its way to a caller whose rights are being looked at', async () => {
    const own = options()
    const store = own.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: own.url } }
    const gateway = await openTestGateway({ script: [], configuration: { ...store, agents: { planner: {} } } })
    const [olga, otto] = [await gateway.signIn('owner', 'olga'), await gateway.signIn('operator', 'otto')]
    const { house } = gateway.gateway.drawbridge
    await using session = await house.openSession({ principal: { agent: 'planner', user: 'una', channel: 'http' } })
    const call = (query: string) => session.call({ name: 'team.tasks', arguments: { action: 'search', query } })
    await call('secret-1-una')
    const [ofOlga, ofOtto] = [await follow(gateway, olga, [session.id]), await follow(gateway, otto, [session.id])]
    const heard = (client: SocketClient) => [...secretsIn(JSON.stringify(client.frames))]
    await vi.waitFor(() => expect(heard(ofOtto)).toEqual(['secret-1-una']), 10_000)
    const { users: accounts, sessions: entries } = gateway.gateway.access
    const looked = Promise.withResolvers<void>()
    const find = entries.findById.bind(entries)
    const slowly = vi.spyOn(entries, 'findById').mockImplementation(async (...id) => {
      await looked.promise
      return find(...id)
    })
    onTestFinished(() => slowly.mockRestore())
    await accounts.change(otto.user.id, { role: 'viewer' })
    await vi.waitFor(() => expect(slowly).toHaveBeenCalled(), 10_000)
    await call('secret-2-una')
    await vi.waitFor(() => expect(heard(ofOlga)).toContain('secret-2-una'), 10_000)
    expect(heard(ofOtto)).toEqual(['secret-1-una'])
    looked.resolve()
    await vi.waitFor(() => expect(ofOtto.closed).toEqual([4001]), 10_000)
    expect(heard(ofOtto)).toEqual(['secret-1-una'])
  })

  test('is in no stream of a key whose user may not see it any more', async () => {
    const own = options()
    const store = own.kind === 'sqlite' ? {} : { store: { kind: 'postgres', url: own.url } }
    const gateway = await openTestGateway({ script: [], configuration: { ...store, agents: { planner: {} } } })
    const olga = await gateway.signIn('operator', 'olga')
    const key = await olga.key(['sessions:read'])
    const { house } = gateway.gateway.drawbridge
    await using session = await house.openSession({ principal: { agent: 'planner', user: 'una', channel: 'http' } })
    const call = (query: string) => session.call({ name: 'team.tasks', arguments: { action: 'search', query } })
    await call('secret-1-una')
    const stream = await read(gateway, key, session.id)
    await vi.waitFor(() => expect([...secretsIn(stream.text())]).toEqual(['secret-1-una']), 5_000)
    await gateway.gateway.access.users.change(olga.user.id, { role: 'member' })
    await call('secret-2-una')
    await stream.whole
    expect([...secretsIn(stream.text())]).toEqual(['secret-1-una'])
  })
})
