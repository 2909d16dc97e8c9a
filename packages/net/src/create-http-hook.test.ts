import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import type { CallFacts } from '@drawbridge/core/policy'
import { createScrubber } from '@drawbridge/core/scrub'
import { createFakeClock, createFakeIds, testPrincipal } from '@drawbridge/core/testing'
import { describe, expect, it } from 'vitest'
import { createHttpHook, type HttpHookOptions } from './create-http-hook.ts'
import { serveHttp } from './testing/loopback-server.ts'
import { createWatchedClient } from './testing/watched-client.ts'

const signal = new AbortController().signal
const token = ['ghp', 'x9Kq2mWv7Rt4Ls8Zb1Nc6Yd3Hf5Jg0Pa2UeW'].join('_')
const facts: CallFacts = {
  tool: 'fs.write_file',
  groups: ['fs'],
  tags: new Set(['filesystem']),
  permission: 'write',
  risk: 'medium',
  input: { path: 'a.txt', content: `token ${token}` },
  targets: [],
  principal: testPrincipal,
}

function hookFor(url: string, changed: Partial<HttpHookOptions> = {}) {
  return createHttpHook({
    url,
    client: createWatchedClient(),
    clock: createFakeClock(1_700_000_000_500),
    ids: createFakeIds(),
    scrubber: createScrubber(),
    ...changed,
  })
}

async function verdictOf(listener: RequestListener, changed: Partial<HttpHookOptions> = {}) {
  await using server = await serveHttp(listener)
  return await hookFor(server.url, changed).preToolUse.run(facts, signal)
}

const answering =
  (answer: unknown, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  }

describe('an HTTP hook before a call', () => {
  it.each([
    [{ verdict: 'allow' }, { verdict: 'allow' }],
    [
      { verdict: 'ask', reason: 'new folder' },
      { verdict: 'ask', reason: 'new folder' },
    ],
    [{ verdict: 'deny' }, { verdict: 'deny', reason: 'it gave no reason' }],
    [
      { verdict: 'rewrite', input: { path: 'b' } },
      { verdict: 'rewrite', input: { path: 'b' } },
    ],
  ])('says %j', async (answer, expected) => {
    expect(await verdictOf(answering(answer))).toEqual(expected)
  })

  it.each([
    ['no answer', (_request, response) => void response.end()],
    ['a list', answering([])],
    ['an unknown verdict', answering({ verdict: 'allowed' })],
    ['a verdict by inheritance', answering({ __proto__: null, toString: 'allow' })],
    ['a rewrite without an input', answering({ verdict: 'rewrite', input: [] })],
    ['half of a document', (_request, response) => void response.end('{"verdict":"allow"')],
    ['bytes that are not text', (_request, response) => void response.end(Buffer.from([0xff, 0xfe]))],
    ['an error, although it allows', answering({ verdict: 'allow' }, 500)],
    ['a redirect', (_request, response) => void response.writeHead(307, { location: '/allow' }).end()],
    ['too much', answering({ verdict: 'allow', padding: 'x'.repeat(300_000) })],
  ] as [string, RequestListener][])('throws for %s, so that the call is denied', async (_what, listener) => {
    await expect(verdictOf(listener)).rejects.toThrow()
  })

  it('throws for a server that does not answer in time', async () => {
    await expect(verdictOf(() => {}, { timeoutMs: 40 })).rejects.toMatchObject({ code: 'timeout' })
  })

  it('does not reach an address that the guard refuses', async () => {
    await expect(hookFor('http://169.254.169.254/').preToolUse.run(facts, signal)).rejects.toMatchObject({
      code: 'blocked_address',
    })
  })
})

describe('what an HTTP hook sends', () => {
  interface Sent {
    readonly headers: IncomingHttpHeaders
    readonly body: string
  }

  async function sentBy(changed: Partial<HttpHookOptions>): Promise<Sent> {
    const sent: Sent[] = []
    await verdictOf(async (request, response) => {
      sent.push({ headers: request.headers, body: await text(request) })
      response.end('{"verdict":"allow"}')
    }, changed)
    return sent[0] ?? { headers: {}, body: '' }
  }

  it('is scrubbed, unless the operator wants it raw', async () => {
    const { body } = await sentBy({})
    expect(JSON.parse(body)).toMatchObject({
      event: 'PreToolUse',
      call: { tool: 'fs.write_file', tags: ['filesystem'], input: { path: 'a.txt', content: 'token [REDACTED]' } },
    })
    expect((await sentBy({ scrubber: 'raw' })).body).toContain(token)
  })

  it('is signed over id, time and body as Standard Webhooks say', async () => {
    const key = Buffer.from('a key of some length')
    const { headers, body } = await sentBy({ secret: `whsec_${key.toString('base64')}` })
    const signed = createHmac('sha256', key).update(`hook_1.1700000000.${body}`).digest('base64')
    expect(headers).toMatchObject({
      'webhook-id': 'hook_1',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${signed}`,
    })
    expect(JSON.stringify(await sentBy({}))).not.toContain('webhook-signature')
  })
})

describe('an HTTP hook after a call', () => {
  const result = { isError: false, content: [] }

  async function textOf(listener: RequestListener): Promise<string | undefined> {
    await using server = await serveHttp(listener)
    return await hookFor(server.url).postToolUse.run(facts, result, signal)
  }

  it('may add a text, or nothing', async () => {
    expect(await textOf(answering({ text: 'formatted' }))).toBe('formatted')
    expect(await textOf(answering({}))).toBeUndefined()
    expect(await textOf((_request, response) => void response.writeHead(204).end())).toBeUndefined()
  })

  it('throws for anything else, which the pipeline passes over', async () => {
    await expect(textOf(answering({ text: 1 }))).rejects.toThrow('not a string')
    await expect(textOf(answering('text'))).rejects.toThrow('did not return a JSON object')
  })
})

it('asks before a person is asked, and hears of a new session', async () => {
  const sent: unknown[] = []
  await using server = await serveHttp(async (request, response) => {
    sent.push(JSON.parse(await text(request)))
    response.end(JSON.stringify({ verdict: 'deny', reason: 'at night' }))
  })
  const hook = hookFor(server.url)
  const request = { id: 'request_1' } as unknown as Parameters<typeof hook.permissionRequest.run>[1]
  expect(await hook.permissionRequest.run(facts, request, signal)).toEqual({ verdict: 'deny', reason: 'at night' })
  await hook.sessionStart.run(testPrincipal, signal)
  expect(sent).toMatchObject([
    { event: 'PermissionRequest', request: { id: 'request_1' }, call: { tool: 'fs.write_file' } },
    { event: 'SessionStart', principal: testPrincipal },
  ])
})
