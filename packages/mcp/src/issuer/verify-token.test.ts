import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callerIdOf, type IssuerKey, verifyToken } from './verify-token.ts'

const demands = { issuer: 'https://login.example', audience: 'http://127.0.0.1:8765/mcp', now: 1_000_000 }
const good = { iss: demands.issuer, aud: demands.audience, exp: 2_000, sub: 'ada' }
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const ed = generateKeyPairSync('ed25519')
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const keyOf = (key: KeyObject, more: object = {}): IssuerKey => ({ ...key.export({ format: 'jwk' }), ...more })
const keys = [keyOf(ec.publicKey, { kid: 'e' }), keyOf(rsa.publicKey, { kid: 'r' }), keyOf(ed.publicKey, { kid: 'd' })]

function signed(claims: object, header: object = {}): string {
  const text = `${part({ alg: 'ES256', kid: 'e', ...header })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

test('a token of the issuer, for this server, lets its subject in, with any of its keys', () => {
  expect(verifyToken(signed({ ...good, client_id: 'desk' }), keys, demands)).toMatchObject({
    status: 'valid',
    claims: { subject: 'ada', client: 'desk', expiresAt: 2_000_000 },
  })
  const text = `${part({ alg: 'RS256', kid: 'r' })}.${part(good)}`
  const byRsa = `${text}.${sign('sha256', Buffer.from(text), rsa.privateKey).toString('base64url')}`
  const other = `${part({ alg: 'EdDSA', kid: 'd' })}.${part({ ...good, aud: ['x', demands.audience] })}`
  const byEd = `${other}.${sign(null, Buffer.from(other), ed.privateKey).toString('base64url')}`
  for (const token of [byRsa, byEd]) expect(verifyToken(token, keys, demands).status).toBe('valid')
})

test('a token for another audience, of another issuer, that has ended or is not signed is refused', () => {
  for (const wrong of [
    { aud: 'http://127.0.0.1:8765/other' },
    { aud: undefined },
    { aud: ['x'] },
    { iss: 'https://login.example/' },
    { exp: 900 },
    { exp: undefined },
    { exp: '2000' },
    { nbf: 1_500 },
    { sub: '' },
    { sub: undefined },
  ])
    expect([wrong, verifyToken(signed({ ...good, ...wrong }), keys, demands).status]).toEqual([wrong, 'refused'])
  const [head, body] = signed(good).split('.')
  for (const token of [`${head}.${body}.`, `${head}.${body}`, '', '..', `${head}.${body}.AAAA`, 'x'.repeat(20_000)])
    expect(verifyToken(token, keys, demands).status).toBe('refused')
})

test('a token without a signature, or signed with the public key as a secret, is refused', () => {
  for (const alg of ['none', 'None', 'HS256', 'ES256K', undefined]) {
    const text = `${part({ alg, kid: 'r' })}.${part(good)}`
    const secret = rsa.publicKey.export({ format: 'pem', type: 'spki' })
    const token = `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    expect(verifyToken(token, keys, demands).status).not.toBe('valid')
  }
})

test('a token of another kind, or one that is bound to a key of its client, is no bearer token', () => {
  for (const typ of ['logout+jwt', 'dpop+jwt', 'secevent+jwt', 'oauth-id-jag+jwt', 7, ''])
    expect([typ, verifyToken(signed(good, { typ }), keys, demands).status]).toEqual([typ, 'refused'])
  for (const typ of ['JWT', 'at+jwt', 'application/at+jwt'])
    expect([typ, verifyToken(signed(good, { typ }), keys, demands).status]).toEqual([typ, 'valid'])
  for (const cnf of [{ jkt: 'x' }, { 'x5t#S256': 'x' }, null])
    expect(verifyToken(signed({ ...good, cnf }), keys, demands).status).toBe('refused')
})

test('a key that the token itself brings or points to is never used, and the name of a key is only compared', () => {
  const thief = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = thief.publicKey.export({ format: 'jwk' })
  const headers = [
    { jwk },
    { jku: 'https://evil.example/keys' },
    { x5u: 'https://evil.example/chain' },
    { x5c: ['AAAA'] },
    { kid: '../../../../dev/null' },
    { kid: "e' or '1'='1" },
    { kid: '__proto__' },
    { kid: ['e'] },
    { kid: null },
  ]
  for (const header of headers) {
    const text = `${part({ alg: 'ES256', kid: 'e', ...header })}.${part(good)}`
    const signature = sign('sha256', Buffer.from(text), { key: thief.privateKey, dsaEncoding: 'ieee-p1363' })
    expect([header, verifyToken(`${text}.${signature.toString('base64url')}`, keys, demands).status]).not.toEqual([
      header,
      'valid',
    ])
  }
  const [head, body] = signed(good).split('.')
  expect(verifyToken(`${head}.${body}.${Buffer.alloc(64).toString('base64url')}`, keys, demands).status).toBe('refused')
})

test('an extension that must be understood is not', () => {
  expect(verifyToken(signed(good, { crit: ['b64'], b64: false }), keys, demands).status).toBe('refused')
})

test('a key that is not known may be a new one, and one for encryption or of another algorithm does not count', () => {
  expect(verifyToken(signed(good, { kid: 'new' }), keys, demands).status).toBe('unknown_key')
  expect(verifyToken(signed(good), [keyOf(ec.publicKey, { kid: 'e', use: 'enc' })], demands).status).toBe('unknown_key')
  expect(verifyToken(signed(good), [keyOf(ec.publicKey, { kid: 'e', alg: 'ES384' })], demands).status).toBe(
    'unknown_key',
  )
})

test('no change of a single character leaves a token valid', () => {
  const token = signed(good)
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom(...'AQgw_-.'), (place, letter) => {
      const changed = token.slice(0, place) + letter + token.slice(place + 1)
      const [, , before] = token.split('.')
      const [, , after = ''] = changed.split('.')
      const isSame = Buffer.from(after, 'base64url').equals(Buffer.from(before ?? '', 'base64url'))
      if (changed !== token && !(isSame && changed.startsWith(token.slice(0, token.lastIndexOf('.') + 1))))
        expect(verifyToken(changed, keys, demands).status).not.toBe('valid')
    }),
  )
})

test('equal subjects of two issuers, or two clients of one subject, are two callers', () => {
  const claims = { subject: 'ada', client: 'desk', expiresAt: 0, all: {} }
  const ids = [
    callerIdOf('https://one.example', claims),
    callerIdOf('https://two.example', claims),
    callerIdOf('https://one.example', { ...claims, client: 'phone' }),
  ]
  expect(new Set(ids).size).toBe(3)
})
