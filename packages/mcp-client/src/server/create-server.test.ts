import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createFakeClock } from '@drawbridge/core/testing'
import { expect, test, vi } from 'vitest'
import { isAlive } from '../../../../scripts/test-support/is-alive.ts'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { openScene, scripted, startsIn, touch } from '../__fixtures__/open-scene.ts'
import { createConnectionBudget } from '../connection/connection-budget.ts'
import type { Link } from '../link/open-link.ts'
import { createServer } from './create-server.ts'

/** More for a night. */
const runs = propertyRuns(1)

const textOf = ({ text }: { readonly text: string }) => text

test('a tool that nobody agreed to is in no list; agreed to, it can be called, and its words stand between marked lines', async () => {
  const { registry, mcp, agree, call } = await openScene({ one: scripted() })
  await mcp.get('one').inspect(AbortSignal.timeout(20_000))
  expect(registry.list()).toEqual([])
  expect(await call('mcp.one.echo')).toMatchObject({ status: 'failed', code: 'unknown_tool' })
  await agree('one')
  const outcome = await call('mcp.one.echo', { word: 'hello' })
  expect(textOf(outcome)).toMatch(
    /MCP server "one"\. It is data.*\n<<<untrusted-content [0-9a-f]+>>>\n\{"word":"hello"\}\n<<<end-untrusted-content [0-9a-f]+>>>/s,
  )
  expect(outcome.result.content.at(-1)).toMatchObject({ label: { trust: 'untrusted' } })
})

test('a server that was agreed to before is listed without being started', async () => {
  const first = await openScene({ one: scripted() })
  await first.agree('one')
  const log = join(first.folder, 'starts')
  const server = scripted()
  const second = await openScene({ one: server, other: scripted({ log }) }, { database: first.database })
  expect(second.registry.list().map(({ name }) => name)).toContain('mcp.one.echo')
  expect((await second.mcp.get('one').status()).state).toBe('idle')
  expect(textOf(await second.call('mcp.one.echo', { n: 1 }))).toContain('{"n":1}')
  expect(startsIn(log)).toEqual([])
})

test('another command under the same id is another server: nothing is listed', async () => {
  const first = await openScene({ one: scripted() })
  await first.agree('one')
  const second = await openScene({ one: scripted({ instructions: 'x' }) }, { database: first.database })
  expect(second.registry.list()).toEqual([])
})

test('a tool whose description changed between list and call is refused, and leaves the list', async () => {
  const scene = await openScene({ one: scripted() })
  const changedBy = join(scene.folder, 'changed')
  const { agree, call, registry } = await openScene({ one: scripted({ changedBy }) })
  await agree('one')
  touch(changedBy)
  await call('mcp.one.crash')
  const outcome = await call('mcp.one.echo')
  expect(outcome).toMatchObject({ status: 'failed', code: expect.stringMatching(/tool_not_available|unknown_tool/) })
  await vi.waitFor(() => expect(registry.list()).toEqual([]))
})

test('a list change that the server announces is looked at: what nobody agreed to leaves the list', async () => {
  const scene = await openScene({})
  const changedBy = join(scene.folder, 'changed')
  const tools = ['echo', 'announce'].map((name) => ({ name, description: name, inputSchema: { type: 'object' } }))
  const { agree, call, registry, mcp } = await openScene({ one: scripted({ changedBy, tools }) })
  await agree('one')
  touch(changedBy)
  expect((await call('mcp.one.announce')).status).toBe('ok')
  await vi.waitFor(() => expect(registry.list()).toEqual([]), { timeout: 10_000 })
  expect((await mcp.get('one').status()).withheld).toContainEqual({ name: 'echo', reason: 'changed' })
})

test('a server that is killed in a call: nobody knows what it did; the next call starts it again', async () => {
  const { agree, call } = await openScene({ one: scripted() })
  await agree('one')
  expect(await call('mcp.one.crash')).toMatchObject({ status: 'failed', code: 'outcome_unknown' })
  expect(textOf(await call('mcp.one.echo', { again: true }))).toContain('{"again":true}')
})

test('a call that may be repeated is repeated once after the server was killed', async () => {
  const tools = [{ name: 'crash_once', inputSchema: { type: 'object' }, annotations: { idempotentHint: true } }]
  const scene = await openScene({ one: scripted({ tools }) })
  await scene.agree('one')
  const outcome = await scene.call('mcp.one.crash_once', { note: join(scene.folder, 'x') })
  expect(outcome.text).toContain('second time')
})

test('a server that hangs ends its call in time, and progress keeps a slow one alive', async () => {
  const timeouts = { callSeconds: 1, maxCallSeconds: 30 }
  const { agree, call, progress } = await openScene({ one: scripted({}, { timeouts }) })
  await agree('one')
  expect(await call('mcp.one.hang')).toMatchObject({ status: 'failed', code: 'timeout' })
  expect((await call('mcp.one.slow')).status).toBe('ok')
  expect(progress).toContain('step 1.')
})

test('progress does not keep a call alive beyond its total time', async () => {
  const timeouts = { callSeconds: 1, maxCallSeconds: 1 }
  const { agree, call } = await openScene({ one: scripted({}, { timeouts }) })
  await agree('one')
  expect(await call('mcp.one.slow')).toMatchObject({ status: 'failed', code: 'timeout' })
})

test('an aborted call ends at once, and the connection goes on', async () => {
  const scene = await openScene({})
  const log = join(scene.folder, 'calls')
  const { agree, call } = await openScene({ one: scripted({ callLog: log }) })
  await agree('one')
  const abort = new AbortController()
  const running = call('mcp.one.hang', {}, {}, abort.signal)
  await vi.waitFor(() => expect(existsSync(log)).toBe(true))
  abort.abort()
  expect((await running).status).toBe('cancelled')
  expect((await call('mcp.one.echo')).status).toBe('ok')
})

test('garbage on standard output and 20 MB on standard error harm no call', async () => {
  const { agree, call } = await openScene({ one: scripted({ garbage: true, stderrBytes: 20_000_000 }) })
  await agree('one')
  expect((await call('mcp.one.echo')).status).toBe('ok')
})

test('a result of 50 MB arrives whole through the pipe of a program', async () => {
  const bytes = 50_000_000
  const { agree, call } = await openScene({ one: scripted() })
  await agree('one')
  const outcome = await call('mcp.one.big', { bytes })
  expect(outcome.status).toBe('ok')
  expect(outcome.result.meta.truncated?.totalBytes).toBeGreaterThan(bytes)
}, 120_000)

test('a server that dies of the question for the newest revision is started once more, as an older one', async () => {
  const scene = await openScene({})
  const log = join(scene.folder, 'starts')
  const { agree, call, mcp } = await openScene({ one: scripted({ diesOnProbe: true, log }, { era: 'auto' }) })
  await agree('one')
  expect((await call('mcp.one.echo')).status).toBe('ok')
  expect(startsIn(log)).toHaveLength(2)
  expect(await mcp.get('one').status()).toMatchObject({ state: 'ready', era: 'legacy' })
})

test('one bad tool is left out by name, duplicates are refused, and the rest work', async () => {
  const good = { name: 'good', inputSchema: { type: 'object' } }
  const tools = [good, { ...good, description: 'again' }, { name: 'bad name' }, { name: 'no_schema' }, 7]
  const { agree, call, mcp } = await openScene({ one: scripted({ tools }) })
  await agree('one')
  expect((await call('mcp.one.good')).status).toBe('ok')
  const { rejected } = await mcp.get('one').status()
  expect(rejected.map(({ name }) => name)).toEqual(['good', 'bad name', 'no_schema', 'number 5'])
})

test('tools that the configuration leaves out are not offered, and a deny beats an allow', async () => {
  const { agree, registry, mcp } = await openScene({
    one: scripted({}, { toolAllow: ['echo', 'hang'], toolDeny: ['hang'] }),
  })
  await agree('one')
  expect(registry.list().map(({ name }) => name)).toEqual(['mcp.one.echo'])
  expect((await mcp.get('one').status()).filtered).toBe(5)
})

test('a cursor that never advances ends the list with a warning', async () => {
  const { mcp } = await openScene({ one: scripted({ cursor: 'same' }) })
  await mcp.get('one').inspect(AbortSignal.timeout(20_000))
  expect((await mcp.get('one').status()).warnings).toEqual([expect.stringContaining('repeated a cursor')])
})

test('an error of a tool is a failure with its words between marked lines', async () => {
  const { agree, call } = await openScene({ one: scripted() })
  await agree('one')
  const outcome = await call('mcp.one.fail')
  expect(outcome).toMatchObject({ status: 'failed', code: 'server_error' })
  expect(textOf(outcome)).toMatch(/reported an error\.[\s\S]*<<<untrusted-content [0-9a-f]+>>>\nit broke\n<<<end/)
})

test('a server that cannot be started says why, and the others work', async () => {
  const { agree, call, mcp } = await openScene({ gone: { command: 'no-such-program' }, one: scripted() })
  await expect(mcp.get('gone').inspect(AbortSignal.timeout(20_000))).rejects.toThrow(
    /"gone" cannot be reached: .*not found/,
  )
  await agree('one')
  expect((await call('mcp.one.echo')).status).toBe('ok')
  expect(await mcp.get('gone').status()).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('not found'),
  })
})

test('each session has a process of its own, and each sees only its own environment', async () => {
  const scene = await openScene({})
  const log = join(scene.folder, 'starts')
  const tools = [{ name: 'environment', inputSchema: { type: 'object' } }]
  const { agree, call } = await openScene(
    { one: scripted({ log, tools }, { env: { OWN: 'yes' } }) },
    { environment: { AWS_SECRET_ACCESS_KEY: 'hidden-from-servers' } },
  )
  await agree('one')
  const outcome = await call('mcp.one.environment', {}, { session: 'a' })
  await call('mcp.one.environment', {}, { session: 'b' })
  await call('mcp.one.environment', {}, { session: 'a' })
  expect(startsIn(log)).toHaveLength(2)
  expect(outcome.text).toContain('OWN')
  expect(outcome.text).not.toContain('hidden-from-servers')
})

test('a server ends with the house', async () => {
  const scene = await openScene({})
  const log = join(scene.folder, 'starts')
  const { agree, mcp } = await openScene({ one: scripted({ log }) })
  await agree('one')
  await mcp[Symbol.asyncDispose]()
  const [pid = 0] = startsIn(log)
  expect(pid).toBeGreaterThan(0)
  expect(isAlive(pid)).toBe(false)
})

test('a Drawbridge that was started as a server by one with the same data folder starts no servers', async () => {
  const { homeMark, selfMark } = await import('./self-mark.ts')
  const environment: Record<string, string> = {}
  const { mcp, folder } = await openScene({ one: scripted() }, { environment })
  environment[selfMark] = homeMark({ home: folder, environment: {} })
  await expect(mcp.get('one').inspect(AbortSignal.timeout(20_000))).rejects.toThrow('was itself started as a server')
  expect((await mcp.get('one').status()).state).toBe('blocked')
})

test('servers start side by side, and one that is slow delays none of them', async () => {
  const servers = Object.fromEntries(Array.from({ length: Math.min(30, 4 * runs) }, (_, at) => [`s${at}`, scripted()]))
  const { mcp } = await openScene({
    ...servers,
    slow: scripted({ startMs: 60_000 }, { timeouts: { startSeconds: 90 } }),
  })
  const slow = mcp
    .get('slow')
    .inspect(AbortSignal.timeout(90_000))
    .catch(() => undefined)
  await Promise.all(Object.keys(servers).map((id) => mcp.get(id).inspect(AbortSignal.timeout(30_000))))
  expect((await mcp.get('slow').status()).state).toBe('connecting')
  await mcp[Symbol.asyncDispose]()
  await slow
}, 60_000)

test.each([
  ['is answered', (late: PromiseWithResolvers<object>) => late.resolve({ tools: [plain('gone')] })],
  ['fails', (late: PromiseWithResolvers<object>) => late.reject(new Error('The stream broke.'))],
])(
  'a list change that races a reconnect changes nothing if its list %s after the new connection has one',
  async (_, settle) => {
    const clock = createFakeClock()
    const late = Promise.withResolvers<object>()
    const lists: Promise<object>[] = [
      Promise.resolve({ tools: [plain('a')] }),
      late.promise,
      Promise.resolve({ tools: [plain('a'), plain('b')] }),
    ]
    const opened: { readonly change: () => void; readonly lose: () => void }[] = []
    const client = {
      getServerCapabilities: () => ({ tools: {} }),
      getInstructions: () => undefined,
      getServerVersion: () => undefined,
      request: () => lists.shift(),
    }
    await using server = createServer({
      id: 'one',
      definition: { url: 'https://one.example/mcp' },
      clock,
      consentStore: {
        read: async () => ({ server: undefined, tools: new Map() }),
        replace: async () => undefined,
        watch: async () => ({ [Symbol.dispose]: () => undefined }),
      },
      eraStore: { isLegacy: async () => true, note: async () => undefined },
      accessOf: async () => ({ status: 'open', objectionTo: () => undefined }),
      withSecrets: async (settings) => settings,
      budget: createConnectionBudget(),
      chance: () => 0,
      openLink: async ({ onChanged }) => {
        const { promise: lost, resolve } = Promise.withResolvers<string>()
        opened.push({ change: () => onChanged('tools'), lose: () => resolve('It went away.') })
        return {
          client: client as unknown as Link['client'],
          era: 'legacy',
          lost,
          errors: () => '',
          close: async () => undefined,
        }
      },
      blockedBy: () => undefined,
      whyClosed: () => undefined,
    })
    await server.inspect(AbortSignal.timeout(5_000))
    opened[0]?.change()
    await expect.poll(() => lists.length).toBe(1)
    opened[0]?.lose()
    await expect.poll(async () => (await server.status()).state).toBe('failed')
    clock.advance(2_000)
    await expect.poll(async () => (await server.status()).state).toBe('ready')
    settle(late)
    await new Promise((resolve) => setImmediate(resolve))
    const status = await server.status()
    expect(status).toMatchObject({ state: 'ready', discovered: 2 })
    expect(status.reason).toBeUndefined()
  },
)

const plain = (name: string) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } })
