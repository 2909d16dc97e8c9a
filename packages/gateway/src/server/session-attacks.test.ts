import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openTestGateway, type TestGateway } from '../testing/open-test-gateway.ts'

/** Sends headers that `fetch` would not. */
function sendRaw(
  url: string,
  path: string,
  options: { method?: string; headers: Record<string, string | string[]>; body?: string },
) {
  const { hostname, port } = new URL(url)
  return new Promise<{ status: number | undefined; text: string; headers: Record<string, unknown> }>(
    (resolve, reject) => {
      const request = httpRequest(
        { hostname, port, path, method: options.method ?? 'GET', headers: options.headers },
        (response) => {
          let text = ''
          response.on('data', (chunk) => {
            text += chunk
          })
          response.once('end', () => resolve({ status: response.statusCode, text, headers: response.headers }))
        },
      )
      request.once('error', reject)
      request.end(options.body)
    },
  )
}

/** Sends bytes as they are and returns what comes back. */
function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.once('close', () => resolve(text))
    socket.once('error', reject)
  })
}

const cookieOf = (open: TestGateway, cookie: string) => `${open.gateway.cookieName}=${cookie}`

test('the cookie alone, as a server on another port of this machine receives it, opens nothing', async () => {
  const open = await openTestGateway()
  const { cookie, send } = await open.signIn('owner')
  expect((await send('GET', '/v1/me')).status).toBe(200)
  for (const { method, path } of open.gateway.routes.filter(({ role }) => role !== 'open')) {
    const answer = await open.send(method, `/v1${path}`, { headers: { cookie: cookieOf(open, cookie) } })
    expect([method, path, answer.status]).toEqual([method, path, 401])
  }
})

test('the header alone opens nothing, and halves of two sessions do not fit', async () => {
  const open = await openTestGateway()
  const [one, other] = [await open.signIn('owner'), await open.signIn('owner')]
  expect((await open.send('GET', '/v1/me', { headers: { 'x-drawbridge-session': one.half } })).status).toBe(401)
  const mixed = { cookie: cookieOf(open, one.cookie), 'x-drawbridge-session': other.half }
  expect((await open.send('GET', '/v1/me', { headers: mixed })).status).toBe(401)
})

test('a cookie that somebody set beforehand is not taken over by a login', async () => {
  const open = await openTestGateway()
  const { user } = await open.signIn('owner')
  const code = await open.gateway.access.codes.createLogin({ userId: user.id })
  const fixed = { cookie: cookieOf(open, 'chosen-by-eve') }
  const answer = await open.send('POST', '/v1/auth/login', { body: { code }, headers: fixed })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict$/)
  expect(answer.headers.get('set-cookie')).not.toContain('chosen-by-eve')
  const late = { ...fixed, 'x-drawbridge-session': answer.json.half }
  expect((await open.send('GET', '/v1/me', { headers: late })).status).toBe(401)
})

test.each([
  ['another port of this machine', { 'sec-fetch-site': 'same-site' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['no page at all, into the API', { 'sec-fetch-site': 'none' }],
  ['another origin', { origin: 'http://evil.test' }],
  ['an origin without a name', { origin: 'null' }],
  ['the same name over another scheme', { origin: 'https://127.0.0.1' }],
] as const)('a request from %s is refused before the session is looked at', async (_what, headers) => {
  const open = await openTestGateway()
  const { send } = await open.signIn('owner')
  for (const method of ['GET', 'POST']) {
    const answer = await send(method, '/v1/me', { headers })
    expect([answer.status, answer.json.code]).toEqual([403, 'wrong_origin'])
  }
})

test('a POST without an origin is refused, and one with another type than JSON too', async () => {
  const open = await openTestGateway()
  const { cookie, half } = await open.signIn('owner')
  const both = { cookie: cookieOf(open, cookie), 'x-drawbridge-session': half }
  const { host } = new URL(open.url)
  const without = await sendRaw(open.url, '/v1/auth/logout', { method: 'POST', headers: { host, ...both } })
  expect(without.status).toBe(403)
  const form = { ...both, origin: open.url, 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await open.send('POST', '/v1/auth/login', { body: 'token=x', headers: form })
  expect([answer.status, answer.json.code]).toEqual([415, 'wrong_type'])
})

test('a name that was pointed at this machine is refused on every path, pages included', async () => {
  const open = await openTestGateway()
  for (const path of ['/', '/healthz', '/v1/me', '/v1/auth/login', '/metrics', '/other']) {
    for (const host of ['evil.test', 'evil.test:8787', 'localhost.:1', '127.0.0.1.evil.test']) {
      const answer = await sendRaw(open.url, path, { headers: { host } })
      expect([path, answer.status]).toEqual([path, 421])
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    }
  }
})

test.each([
  ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n', '{}'],
  ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
  ['two hosts', 'Host: evil.test\r\n', ''],
  ['two keys', 'Authorization: Bearer a\r\nAuthorization: Bearer b\r\n', ''],
  ['a header that is folded', 'X-One: a\r\n b: c\r\n', ''],
  ['a header name with a blank before the colon', 'X-One : a\r\n', ''],
] as const)('a request with %s is refused, and its connection closed', async (_what, headers, body) => {
  const open = await openTestGateway()
  const { host } = new URL(open.url)
  const next = `GET /v1/openapi.json HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const text = await sendBytes(
    open.url,
    `POST /v1/auth/login HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n${body}${next}`,
  )
  expect(text).toMatch(/^HTTP\/1.1 400 /)
  expect(text.match(/HTTP\/1.1/g)).toHaveLength(1)
})

test.each(['http://evil.test/v1/me', '//evil.test/v1/me'])(
  'a target that is no path is refused: %s',
  async (target) => {
    const open = await openTestGateway()
    const { host } = new URL(open.url)
    const text = await sendBytes(open.url, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    expect(text).toMatch(/^HTTP\/1.1 400 /)
  },
)

test.each([
  ['is no JSON', '{"broken', 400, 'bad_request'],
  ['is nested too deep', `${'['.repeat(100)}${']'.repeat(100)}`, 400, 'bad_request'],
  ['has the key __proto__', '{"token":"x","__proto__":{"role":"owner"}}', 400, 'bad_request'],
  ['has a key that nobody asked for', '{"token":"x","role":"owner"}', 422, 'invalid'],
  ['is too large', JSON.stringify({ token: 'x'.repeat(2_000_000) }), 413, 'too_large'],
] as const)('a body that %s is refused in problem form', async (_what, body, status, code) => {
  const open = await openTestGateway()
  const answer = await open.send('POST', '/v1/auth/login', { body })
  expect([answer.status, answer.json?.code]).toEqual([status, code])
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
})

test('five wrong codes are answered alike, the sixth try waits, and a right token waits with it', async () => {
  const open = await openTestGateway()
  const { user } = await open.signIn('owner')
  const token = await open.gateway.access.users.renewToken(user.id)
  const bodies = [
    { code: 'AAAA-BBBB-CCCC-DDDD' },
    { token: 'dbu_unknown' },
    { user: 'nobody', password: 'guess' },
    { user: user.name, password: 'guess' },
    { code: ''.padEnd(8, 'x') },
  ]
  const seen = new Set<string>()
  for (const body of bodies) {
    const { status, json } = await open.send('POST', '/v1/auth/login', { body })
    seen.add(`${status} ${json.code} ${json.detail}`)
  }
  expect([...seen]).toEqual(['401 wrong_credentials The code, token or password does not let you in.'])
  const sixth = await open.send('POST', '/v1/auth/login', { body: { token } })
  expect([sixth.status, sixth.json.code, sixth.headers.get('retry-after')]).toEqual([429, 'too_many', '1'])
})

test('a header that claims another address counts only from a proxy that is trusted', async () => {
  const open = await openTestGateway()
  const claim = (address: string) => ({ 'x-forwarded-for': address })
  for (let attempt = 0; attempt < 5; attempt += 1)
    await open.send('POST', '/v1/auth/login', { body: { token: 'x' }, headers: claim(`10.0.0.${attempt}`) })
  expect((await open.send('POST', '/v1/auth/login', { body: { token: 'x' }, headers: claim('10.0.0.9') })).status).toBe(
    429,
  )
})

test('every answer carries the headers that keep pages of others away', async () => {
  const open = await openTestGateway()
  const { send } = await open.signIn('owner')
  for (const answer of [
    await send('GET', '/v1/me'),
    await send('GET', '/v1/nothing'),
    await open.send('GET', '/healthz'),
  ]) {
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  }
  const page = await open.send('GET', '/')
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'; style-src 'self' 'nonce-")
})

test('a key counts in the header alone, without a cookie, and from listed origins only', async () => {
  const open = await openTestGateway({ section: { cors: ['https://app.test'] } })
  const owner = await open.signIn('owner')
  const key = await owner.key(['tools:read'])
  expect((await key.send('GET', '/v1/me')).status).toBe(200)
  expect((await open.send('GET', `/v1/me?access_token=${key.secret}`)).status).toBe(401)
  const both = { cookie: cookieOf(open, owner.cookie) }
  expect((await key.send('GET', '/v1/me', { headers: both })).status).toBe(401)
  const listed = await key.send('GET', '/v1/me', {
    headers: { origin: 'https://app.test', 'sec-fetch-site': 'cross-site' },
  })
  expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([200, 'https://app.test'])
  expect(listed.headers.get('access-control-allow-credentials')).toBeNull()
  expect((await key.send('GET', '/v1/me', { headers: { origin: 'https://evil.test' } })).status).toBe(403)
})

test('a narrow key does not open what a person signs in for', async () => {
  const open = await openTestGateway()
  const key = await (await open.signIn('owner')).key(['tools:read'])
  for (const [method, path] of [
    ['GET', '/v1/users'],
    ['GET', '/v1/keys'],
    ['GET', '/v1/health'],
    ['POST', '/v1/auth/logout-all'],
  ] as const)
    expect([path, (await key.send(method, path)).status]).toEqual([path, 403])
})

test('signing out, another role and a removed user end the session at once', async () => {
  const open = await openTestGateway()
  const [owner, ada, bob] = [await open.signIn('owner'), await open.signIn('operator'), await open.signIn('member')]
  expect((await ada.send('PATCH', `/v1/users/${bob.user.id}`, { body: { role: 'owner' } })).status).toBe(403)
  expect((await owner.send('PATCH', `/v1/users/${ada.user.id}`, { body: { role: 'viewer' } })).status).toBe(200)
  expect((await ada.send('GET', '/v1/me')).status).toBe(401)
  expect((await owner.send('DELETE', `/v1/users/${bob.user.id}`)).status).toBe(204)
  expect((await bob.send('GET', '/v1/me')).status).toBe(401)
  const again = await owner.send('POST', '/v1/users', { body: { name: bob.user.name, role: 'member' } })
  expect([again.status, again.json.code, again.json.detail]).toEqual([
    ...[409, 'conflict'],
    expect.stringContaining('choose another name'),
  ])
  expect((await owner.send('DELETE', `/v1/users/${owner.user.id}`)).json.code).toBe('conflict')
  expect((await owner.send('POST', '/v1/auth/logout')).status).toBe(204)
  expect((await owner.send('GET', '/v1/me')).status).toBe(401)
})

test('users and keys are changed only by someone who has just proven who they are', async () => {
  const open = await openTestGateway()
  const owner = await open.signIn('owner')
  const token = await open.gateway.access.users.renewToken(owner.user.id)
  const signedIn = await open.send('POST', '/v1/auth/login', { body: { token } })
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
  const headers = { cookie, 'x-drawbridge-session': signedIn.json.half }
  const body = { name: 'carl', role: 'viewer' }
  expect((await open.send('POST', '/v1/users', { body, headers })).status).toBe(201)
})

test('another user cannot see or revoke a key, and no scope is above its user', async () => {
  const open = await openTestGateway()
  const [ada, eve] = [await open.signIn('operator'), await open.signIn('viewer')]
  const key = await ada.key(['metrics'])
  expect((await eve.send('DELETE', `/v1/keys/${key.id}`)).status).toBe(404)
  expect((await eve.send('GET', '/v1/keys')).json.items).toEqual([])
  const wished = await eve.send('POST', '/v1/keys', { body: { name: 'x', scopes: ['metrics'] } })
  expect([wished.status, wished.json.needs]).toEqual([403, { scope: 'metrics' }])
  expect((await ada.send('DELETE', `/v1/keys/${key.id}`)).status).toBe(204)
  expect((await key.send('GET', '/v1/me')).status).toBe(401)
})
