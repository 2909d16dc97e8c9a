import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { expect, test, vi } from 'vitest'
import { type Link, type OpenLinkOptions, openLink } from './open-link.ts'

const startMs = 30_000

/** A server in memory that answers `server/discover` so late, or never, and `initialize` at once. */
function slowServer({ answersAfterMs, isProgram }: { answersAfterMs: number | undefined; isProgram: boolean }) {
  const asked: string[] = []
  const transport: Transport = {
    start: async () => undefined,
    close: async () => transport.onclose?.(),
    send: async (message) => {
      if (!('method' in message && 'id' in message)) return
      asked.push(message.method)
      const answer = (result: object) =>
        transport.onmessage?.({ jsonrpc: '2.0', id: message.id, result } as JSONRPCMessage)
      if (message.method === 'initialize') answer(initialized)
      else if (answersAfterMs !== undefined) setTimeout(() => answer(discovered), answersAfterMs)
    },
  }
  const program = { errors: () => '', garbage: () => 0, pid: 1, stderr: null }
  return { asked, createTransport: async () => Object.assign(transport, isProgram ? program : {}) }
}

const initialized = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'slow', version: '1' } }
const discovered = {
  supportedVersions: ['2026-07-28'],
  capabilities: {},
  resultType: 'complete',
  ttlMs: 0,
  cacheScope: 'private',
}

const open = (
  createTransport: OpenLinkOptions['createTransport'],
  more: Partial<OpenLinkOptions> = {},
): Promise<Link> =>
  openLink({
    era: 'auto',
    isKnownLegacy: false,
    startMs,
    capabilities: {},
    signal: new AbortController().signal,
    createTransport,
    onChanged: () => undefined,
    prepare: () => undefined,
    ...more,
  })

/** Opens a link while a clock of the test runs, which ends where the given time ends. */
async function openWithin(ms: number, opening: () => Promise<Link>): Promise<Link> {
  vi.useFakeTimers()
  try {
    const link = opening()
    link.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(ms)
    return await link
  } finally {
    vi.useRealTimers()
  }
}

test('a server at an address that needs longer than three seconds to wake is waited for, whatever it speaks', async () => {
  const { asked, createTransport } = slowServer({ answersAfterMs: 20_000, isProgram: false })
  expect((await openWithin(20_000, () => open(createTransport))).era).toBe('modern')
  expect(asked).toEqual(['server/discover'])
})

test('a server at an address that never answers is given up at its start time-out, and not before', async () => {
  const { createTransport } = slowServer({ answersAfterMs: undefined, isProgram: false })
  const error = openWithin(startMs, () => open(createTransport))
  await expect(error).rejects.toThrow(`timed out after ${startMs}ms`)
})

test('a program that says nothing for three seconds is taken for one of an older revision', async () => {
  const { asked, createTransport } = slowServer({ answersAfterMs: undefined, isProgram: true })
  expect((await openWithin(3_000, () => open(createTransport))).era).toBe('legacy')
  expect(asked).toEqual(['server/discover', 'initialize'])
})

test('a program that is said to speak the newest revision has its whole time to start', async () => {
  const { createTransport } = slowServer({ answersAfterMs: 20_000, isProgram: true })
  expect((await openWithin(20_000, () => open(createTransport, { era: 'modern' }))).era).toBe('modern')
})
