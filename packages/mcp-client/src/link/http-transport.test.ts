import { describe, expect, test, vi } from 'vitest'
import { openScene, type SceneOptions } from '../__fixtures__/open-scene.ts'
import type { ServerDefinition } from '../section/server-schema.ts'
import { type HttpPeer, openPeer, type PeerCall, type PeerOptions } from '../testing/http-peer.ts'

const eras = ['legacy', 'modern'] as const

/** A peer whose tools somebody agreed to. */
async function connected(
  era: ServerDefinition['era'],
  {
    peer: options = {},
    more = {},
    ...scene
  }: SceneOptions & { peer?: PeerOptions; more?: Partial<ServerDefinition> } = {},
) {
  const peer = await openPeer(options)
  const opened = await openScene({ one: { url: peer.url, ...(era === undefined ? {} : { era }), ...more } }, scene)
  await opened.agree('one')
  return { peer, ...opened }
}

const idempotent = { name: 'wait', inputSchema: { type: 'object' }, annotations: { idempotentHint: true } }

/** A tool that answers when the test lets it. */
function gated() {
  const reached = Promise.withResolvers<AbortSignal>()
  const gate = Promise.withResolvers<string>()
  return {
    reached: reached.promise,
    open: gate.resolve,
    act: async (_: unknown, { signal, progress }: PeerCall) => {
      await progress()
      reached.resolve(signal)
      return await gate.promise
    },
  }
}

/** The calls that arrived, by the requests. */
const callsAt = ({ requests }: HttpPeer) => requests.filter(({ method }) => method === 'tools/call')

describe.each(eras)('a server of the official SDK over HTTP, %s revision', (era) => {
  test('is called end to end, and its words stand between marked lines', async () => {
    const { peer, call, mcp } = await connected(era)
    const outcome = await call('mcp.one.echo', { word: 'hello' })
    expect(outcome.text).toMatch(/<<<untrusted-content [0-9a-f]+>>>\n\{"word":"hello"\}\n<<<end/)
    expect(peer.calls).toEqual(['echo'])
    expect(await mcp.get('one').status()).toMatchObject({ state: 'ready', era })
  })

  test('sees that a call was cancelled, and answers the next one', async () => {
    const wait = gated()
    const { call } = await connected(era, { peer: { act: { wait: wait.act } } })
    const abort = new AbortController()
    const running = call('mcp.one.wait', {}, {}, abort.signal)
    const signal = await wait.reached
    abort.abort()
    expect((await running).status).toBe('cancelled')
    await vi.waitFor(() => expect(signal.aborted).toBe(true))
    expect((await call('mcp.one.echo', { n: 1 })).text).toContain('{"n":1}')
  })

  test('that answers late harms no other call', async () => {
    const wait = gated()
    const { call } = await connected(era, {
      peer: { act: { wait: wait.act } },
      more: { timeouts: { callSeconds: 0.2, maxCallSeconds: 0.2 } },
    })
    expect(await call('mcp.one.wait')).toMatchObject({ status: 'failed', code: 'timeout' })
    wait.open('too late')
    const outcome = await call('mcp.one.echo', { n: 2 })
    expect(outcome.text).toContain('{"n":2}')
    expect(outcome.text).not.toContain('too late')
  })

  test('whose token expired says so, in place of an error nobody understands', async () => {
    const { peer, call } = await connected(era)
    peer.intercept = () =>
      new Response('', { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } })
    const outcome = await call('mcp.one.echo')
    expect(outcome).toMatchObject({ status: 'failed', code: 'server_unavailable' })
    expect(outcome.text).toMatch(/needs a login|Log in with/)
    peer.intercept = undefined
    expect((await call('mcp.one.echo')).status).toBe('ok')
  })

  test('that redirects to a host of the own network is not followed there', async () => {
    const inside = await openPeer()
    const { peer, call } = await connected(era)
    peer.intercept = () => new Response(null, { status: 307, headers: { location: inside.url } })
    expect((await call('mcp.one.echo')).status).toBe('failed')
    expect(inside.requests).toEqual([])
  })

  test('whose answer is a page of a proxy after the call was sent: nobody knows what it did', async () => {
    const { peer, call } = await connected(era)
    peer.intercept = (_, { method }) =>
      method === 'tools/call' ? new Response('bad gateway', { status: 502 }) : undefined
    expect(await call('mcp.one.echo')).toMatchObject({ status: 'failed', code: 'outcome_unknown' })
  })

  test('with 500 tools offers them all after one agreement', async () => {
    const tools = Array.from({ length: 500 }, (_, at) => ({ name: `tool_${at}`, inputSchema: { type: 'object' } }))
    const { registry, call } = await connected(era, { peer: { tools } })
    expect(registry.list()).toHaveLength(500)
    expect((await call('mcp.one.tool_499')).status).toBe('ok')
  })

  test('that announces a change while nobody calls is listed again: what nobody agreed to leaves the list', async () => {
    const { peer, registry, mcp } = await connected(era)
    peer.tools = [{ name: 'echo', description: 'Another one.', inputSchema: { type: 'object' } }]
    peer.announce()
    await vi.waitFor(() => expect(registry.list()).toEqual([]))
    expect((await mcp.get('one').status()).withheld).toEqual([{ name: 'echo', reason: 'changed' }])
  })
})

test('a result of 50 MB gives the model a part and keeps the rest out', async () => {
  const bytes = 50_000_000
  const { call } = await connected('modern', { peer: { act: { big: () => 'x'.repeat(bytes) } } })
  const outcome = await call('mcp.one.big')
  expect(outcome.status).toBe('ok')
  expect(outcome.result.meta.truncated?.totalBytes).toBeGreaterThan(bytes)
  expect(outcome.text.length).toBeLessThan(200_000)
}, 60_000)

test('a server that speaks both revisions is used in the newest one', async () => {
  const { call, mcp } = await connected(undefined)
  expect((await call('mcp.one.echo')).status).toBe('ok')
  expect((await mcp.get('one').status()).era).toBe('modern')
})

describe('a session of the older revisions', () => {
  test('that the server lost is opened again, and the call is sent once more, whatever it does', async () => {
    const { peer, call } = await connected('legacy')
    peer.forgetSessions()
    expect((await call('mcp.one.echo', { n: 3 })).text).toContain('{"n":3}')
    expect(peer.calls).toEqual(['echo'])
    expect(callsAt(peer)).toHaveLength(2)
  })

  test('that is lost again at once ends the call with a reason', async () => {
    const { peer, call } = await connected('legacy')
    peer.intercept = (_, { method }) => (method === 'tools/call' ? new Response('', { status: 404 }) : undefined)
    const outcome = await call('mcp.one.echo')
    expect(outcome).toMatchObject({ status: 'failed', code: 'server_unavailable' })
    expect(outcome.text).toContain('ended its session twice')
  })

  test('whose stream is cut gets the rest of the answer, and the call is made once', async () => {
    const wait = gated()
    const { peer, call, progress } = await connected('legacy', { peer: { act: { wait: wait.act } } })
    const running = call('mcp.one.wait')
    await vi.waitFor(() => expect(progress).toHaveLength(1))
    peer.cutConnections()
    wait.open('the rest')
    expect((await running).text).toContain('the rest')
    expect(peer.calls).toEqual(['wait'])
    expect(peer.requests.some(({ headers }) => headers.has('last-event-id'))).toBe(true)
  })

  test('is ended at the server when the house closes', async () => {
    const { peer, mcp } = await connected('legacy')
    await mcp[Symbol.asyncDispose]()
    expect(peer.requests.at(-1)?.verb).toBe('DELETE')
  })
})

describe('under the newest revision a stream that is cut', () => {
  test('ends a call of unknown outcome', async () => {
    const wait = gated()
    const { peer, call } = await connected('modern', { peer: { act: { wait: wait.act } } })
    const running = call('mcp.one.wait')
    await wait.reached
    peer.cutConnections()
    expect(await running).toMatchObject({ status: 'failed', code: 'outcome_unknown' })
    expect(peer.calls).toEqual(['wait'])
  })

  test('lets a call that may be repeated be repeated once', async () => {
    let count = 0
    const reached = Promise.withResolvers<void>()
    const act = {
      wait: async () => {
        count += 1
        if (count > 1) return 'second time'
        reached.resolve()
        return await new Promise(() => undefined)
      },
    }
    const { peer, call } = await connected('modern', { peer: { act, tools: [idempotent] } })
    const running = call('mcp.one.wait')
    await reached.promise
    peer.cutConnections()
    expect((await running).text).toContain('second time')
  })
})

test('a name that turns into an address of the own network is refused when it does, and nothing is sent there', async () => {
  const peer = await openPeer()
  const public_ = '93.184.216.34'
  let answer = public_
  const dialled: string[] = []
  const { systemDialer } = await import('@drawbridge/net')
  const scene = await openScene(
    { one: { url: `http://rebound.example:${peer.port}/mcp`, era: 'legacy' } },
    {
      net: {
        resolver: { resolve: async () => [answer] },
        dialer: {
          dial: (target) => {
            dialled.push(target.address)
            return systemDialer.dial({ ...target, address: '127.0.0.1' })
          },
        },
      },
    },
  )
  await scene.agree('one')
  expect((await scene.call('mcp.one.echo')).status).toBe('ok')
  answer = '127.0.0.1'
  const before = peer.requests.length
  expect((await scene.call('mcp.one.echo')).status).toBe('failed')
  expect(peer.requests).toHaveLength(before)
  expect(new Set(dialled)).toEqual(new Set([public_]))
})

test('thirty servers start side by side, and one that never answers delays none of them', async () => {
  const peers = await Promise.all(Array.from({ length: 30 }, () => openPeer()))
  const silent = await openPeer()
  const held = Promise.withResolvers<Response>()
  silent.intercept = () => held.promise as never
  const servers = Object.fromEntries(peers.map(({ url }, at) => [`s${at}`, { url }]))
  const { mcp } = await openScene({ silent: { url: silent.url, era: 'legacy' }, ...servers })
  const slow = mcp
    .get('silent')
    .inspect(AbortSignal.timeout(60_000))
    .catch(() => undefined)
  await Promise.all(Object.keys(servers).map((id) => mcp.get(id).inspect(AbortSignal.timeout(30_000))))
  expect((await mcp.get('silent').status()).state).toBe('connecting')
  held.resolve(new Response('', { status: 503 }))
  await mcp[Symbol.asyncDispose]()
  await slow
}, 60_000)
