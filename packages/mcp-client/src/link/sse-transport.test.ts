import { expect, test, vi } from 'vitest'
import { openScene } from '../__fixtures__/open-scene.ts'
import { openSsePeer } from '../testing/sse-peer.ts'

async function connected(annotations: object = {}) {
  const tools = ['echo', 'wait'].map((name) => ({ name, inputSchema: { type: 'object' }, annotations }))
  const peer = await openSsePeer(tools)
  const scene = await openScene({ old: { url: peer.url, transport: 'sse' } })
  await scene.agree('old')
  return { peer, ...scene }
}

test('a server that speaks the oldest way over HTTP is called end to end', async () => {
  const { call, mcp } = await connected()
  expect((await call('mcp.old.echo', { n: 1 })).text).toContain('{"n":1}')
  expect(await mcp.get('old').status()).toMatchObject({ state: 'ready', era: 'legacy' })
})

test('a stream that is cut in a call: nobody knows what it did; the next call opens another one', async () => {
  const { peer, call } = await connected()
  const running = call('mcp.old.wait')
  await vi.waitFor(() => expect(peer.calls).toEqual(['wait']))
  peer.cutStreams()
  expect(await running).toMatchObject({ status: 'failed', code: 'outcome_unknown' })
  expect((await call('mcp.old.echo', { n: 2 })).text).toContain('{"n":2}')
})

test('a call that may be repeated is repeated once after the stream was cut', async () => {
  const { peer, call } = await connected({ idempotentHint: true })
  const running = call('mcp.old.wait', { n: 3 })
  await vi.waitFor(() => expect(peer.calls).toEqual(['wait']))
  peer.cutStreams()
  expect((await running).text).toContain('{"n":3}')
})

test('a stream that is cut while nobody calls is opened again with a handshake, not resumed without one', async () => {
  const { peer, call, mcp } = await connected()
  peer.cutStreams()
  await vi.waitFor(async () => expect((await mcp.get('old').status()).state).not.toBe('ready'))
  expect((await call('mcp.old.echo', { n: 4 })).text).toContain('{"n":4}')
})
