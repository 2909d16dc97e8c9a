import { scriptModel } from '@drawbridge/agents/testing'
import { expect, test, vi } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { agentHouse, readRun } from '../__fixtures__/agent-house.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

const profiles = { clerk: { description: 'x' } }

describeDatabases('the conversations of an agent', ({ kind, options }) => {
  const placed = async (work: (folder: ReturnType<typeof scratchFolder>) => Promise<void>) => {
    const database = options()
    if (database.kind === 'postgres') vi.stubEnv('DRAWBRIDGE_DATABASE_URL', database.url)
    try {
      await work(scratchFolder({ 'a.txt': 'the harbour opens at nine\n' }))
    } finally {
      vi.unstubAllEnvs()
    }
  }

  test(`are listed, read, searched and measured in another process, and only those of the same agent and user (${kind})`, () =>
    placed(async (folder) => {
      const usage = { input: 50, output: 5 }
      const answers = [
        { calls: [{ name: 'fs__read_file', input: { path: 'a.txt' } }], usage },
        { text: 'The ferry leaves from the harbour at nine.', usage },
      ]
      const talk = async (id: string, agent?: string) => {
        await using house = await agentHouse(scriptModel(answers), {
          folder,
          profiles,
          agents: { allowUnknown: true },
        })
        const principal = agent === undefined ? {} : { agent }
        await using conversation = await house.runner.open({ id, principal })
        await readRun(conversation.send('When does the ferry leave?'))
      }
      await talk('mine')
      await talk('of-clerk', 'clerk')

      await using house = await agentHouse(scriptModel([]), { folder, agents: { allowUnknown: true } })
      const call = async (name: string, given: object, principal: object = {}) => {
        await using session = house.drawbridge.openSession({ principal })
        return session.call({ name, arguments: given })
      }
      const listed = await call('sessions.list', {})
      expect(listed.result.data).toMatchObject({
        sessions: [{ id: 'mine', title: 'When does the ferry leave?', calls: 2 }],
      })
      expect((await call('sessions.list', {}, { agent: 'clerk' })).text).toContain('of-clerk')
      expect((await call('sessions.list', { kind: 'direct' })).text).toContain('mine')
      expect((await call('sessions.list', { kind: 'child' })).text).toBe('No conversation is recorded.')
      expect((await call('sessions.list', { agent: 'clerk', kind: 'direct' }, { agent: 'clerk' })).text).toContain(
        'of-clerk',
      )
      expect(await call('sessions.list', { agent: 'clerk' })).toMatchObject({
        text: 'You see the conversations of your own agent alone, so none of "clerk".',
        result: { data: { sessions: [] } },
      })
      expect((await call('sessions.list', {}, { user: 'ada' })).text).toBe('No conversation is recorded.')
      expect((await call('sessions.list', {}, { peerKind: 'group' })).text).toBe('No conversation is recorded.')

      const history = await call('sessions.history', { session: 'mine', limit: 2 })
      expect(history.text).toContain('the harbour opens at nine')
      const [first] = (history.result.data as { entries: { node: string; kind: string }[] }).entries
      expect(first?.kind).toBe('result')
      const whole = await call('sessions.history', { session: 'mine', limit: 100 })
      const nodes = (whole.result.data as { entries: { node: string }[] }).entries.map(({ node }) => node)
      const page = await call('sessions.history', { session: 'mine', from: nodes[0], limit: 1 })
      expect(page.result.data).toMatchObject({ entries: [{ kind: 'message' }], next: nodes[1] })
      expect(history.result.content).toMatchObject([{ label: { trust: 'untrusted' } }])

      const found = await call('sessions.search', { query: 'ferries harbour' })
      expect(found.result.data).toMatchObject({ found: [{ session: 'mine' }] })
      expect((await call('session.status', { session: 'mine' })).result.data).toMatchObject({ tokens: 110, calls: 2 })

      for (const name of ['sessions.history', 'session.status']) {
        const foreign = await call(name, { session: 'of-clerk' })
        const missing = await call(name, { session: 'never' })
        for (const outcome of [foreign, missing]) expect(outcome).toMatchObject({ code: 'invalid_target' })
        expect(foreign.text.replace('of-clerk', 'never')).toBe(missing.text)
      }
      expect(await call('sessions.history', { session: 'mine', from: 'message/none' })).toMatchObject({
        code: 'invalid_target',
      })
    }))
})
