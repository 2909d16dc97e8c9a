import { generateKeyPairSync, sign } from 'node:crypto'
import { createFakeClock } from '@drawbridge/core/testing'
import { createGuardedClient, createHostPolicy } from '@drawbridge/net'
import { openHttpServer } from '@drawbridge/net/server'
import { expect, onTestFinished, test } from 'vitest'
import { openIssuers } from './open-issuers.ts'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function openScene(change: (metadata: Record<string, unknown>) => object = (metadata) => metadata) {
  const clock = createFakeClock()
  const asked: string[] = []
  let pair = { ...generateKeyPairSync('ed25519'), kid: 'one' }
  const server = await openHttpServer({
    fetch: (request) => {
      const { pathname, origin } = new URL(request.url)
      asked.push(pathname)
      if (pathname === '/.well-known/oauth-authorization-server')
        return Response.json(change({ issuer: origin, jwks_uri: `${origin}/keys` }))
      if (pathname !== '/keys') return new Response('', { status: 404 })
      return Response.json({ keys: [{ ...pair.publicKey.export({ format: 'jwk' }), kid: pair.kid }] })
    },
  })
  onTestFinished(() => server.close())
  const audience = 'http://127.0.0.1:8765/mcp'
  const client = async (_purpose: string, hosts = {}) => createGuardedClient({ policy: createHostPolicy(hosts) })
  const section = { issuers: [{ issuer: server.url, audience, userClaim: 'email', agent: 'writer' }] }
  return {
    clock,
    asked,
    issuers: openIssuers({ clock, client }, section),
    url: server.url,
    rotate: () => {
      pair = { ...generateKeyPairSync('ed25519'), kid: 'two' }
    },
    token: (more: object = {}) => {
      const exp = Math.floor(clock.now() / 1_000) + 600
      const claims = { iss: server.url, aud: audience, exp, sub: 'u1', email: 'ada@example.com', ...more }
      const text = `${part({ alg: 'EdDSA', kid: pair.kid })}.${part(claims)}`
      return `${text}.${sign(null, Buffer.from(text), pair.privateKey).toString('base64url')}`
    },
  }
}

test('a token of a trusted issuer lets its user in, as the agent that the operator chose, until it ends', async () => {
  const { issuers, token, url } = await openScene()
  expect(issuers.authorizationServers).toEqual([url])
  const caller = await issuers.authenticate(token({ client_id: 'desk' }))
  expect(caller).toMatchObject({ client: 'desk', user: 'ada@example.com', agent: 'writer' })
  expect(await issuers.authenticate(token({ aud: 'https://bank.example' }))).toBeUndefined()
  expect(await issuers.authenticate(token({ email: undefined }))).toBeUndefined()
  for (const verified of [false, 'false'])
    expect(await issuers.authenticate(token({ email_verified: verified }))).toBeUndefined()
  expect(await issuers.authenticate(token({ email_verified: true }))).toMatchObject({ user: 'ada@example.com' })
  expect(await issuers.authenticate('not.a.token')).toBeUndefined()
})

test('the keys are fetched once, again if the issuer has new ones, and not more often than every 30 seconds', async () => {
  const { issuers, token, rotate, clock, asked } = await openScene()
  await Promise.all([issuers.authenticate(token()), issuers.authenticate(token())])
  expect(asked).toEqual(['/.well-known/oauth-authorization-server', '/keys'])
  rotate()
  for (let turn = 0; turn < 5; turn += 1) expect(await issuers.authenticate(token())).toBeUndefined()
  expect(asked).toHaveLength(2)
  clock.advance(30_001)
  expect(await issuers.authenticate(token())).toMatchObject({ user: 'ada@example.com' })
  expect(asked).toHaveLength(4)
})

test.each([
  ['that says it is another one', (metadata: object) => ({ ...metadata, issuer: 'https://other.example' })],
  ['whose keys are inside', (metadata: object) => ({ ...metadata, jwks_uri: 'http://169.254.169.254/keys' })],
  ['whose keys are sent in the clear', (metadata: object) => ({ ...metadata, jwks_uri: 'http://keys.example/keys' })],
])('an issuer %s vouches for nobody', async (_, change) => {
  const { issuers, token } = await openScene(change)
  expect(await issuers.authenticate(token())).toBeUndefined()
})

test('the token of an issuer that nobody named is not asked about anywhere', async () => {
  const { issuers, token, asked } = await openScene()
  expect(await issuers.authenticate(token({ iss: 'http://127.0.0.1:1/evil' }))).toBeUndefined()
  expect(asked).toEqual([])
})
