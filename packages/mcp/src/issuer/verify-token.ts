import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'

/** A key of an authorization server, as it publishes it. */
export type IssuerKey = JsonWebKey & { readonly kid?: string; readonly alg?: string; readonly use?: string }

/** The demands on a token. */
export interface TokenDemands {
  readonly issuer: string
  /** The name of this server in the tokens. */
  readonly audience: string
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** The parts of a token that count for us. */
export interface TokenClaims {
  readonly subject: string
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
  readonly client: string | undefined
  /** All of them, as they were signed. */
  readonly all: Readonly<Record<string, unknown>>
}

/** The result of a check. A token with an unknown key may be good: the keys may have changed. */
export type TokenVerdict =
  | { readonly status: 'valid'; readonly claims: TokenClaims }
  | { readonly status: 'unknown_key' }
  | { readonly status: 'refused' }

interface Algorithm {
  readonly hash: 'sha256' | 'sha384' | 'sha512' | null
  readonly keyType: string
  readonly curve?: string
  readonly isProbabilistic?: boolean
}

/** Signatures with a public key alone: "none" and shared secrets are not among them. */
const algorithms = new Map<unknown, Algorithm>([
  ['RS256', { hash: 'sha256', keyType: 'RSA' }],
  ['RS384', { hash: 'sha384', keyType: 'RSA' }],
  ['RS512', { hash: 'sha512', keyType: 'RSA' }],
  ['PS256', { hash: 'sha256', keyType: 'RSA', isProbabilistic: true }],
  ['PS384', { hash: 'sha384', keyType: 'RSA', isProbabilistic: true }],
  ['PS512', { hash: 'sha512', keyType: 'RSA', isProbabilistic: true }],
  ['ES256', { hash: 'sha256', keyType: 'EC', curve: 'P-256' }],
  ['ES384', { hash: 'sha384', keyType: 'EC', curve: 'P-384' }],
  ['EdDSA', { hash: null, keyType: 'OKP', curve: 'Ed25519' }],
])
/** The kinds of tokens that let somebody in. Logouts, proofs and assertions for other servers are signed by the same keys. */
const types = new Set(['jwt', 'at+jwt', 'application/at+jwt'])
/** Clocks of two machines differ; in milliseconds. */
const leewayMs = 30_000
const longestToken = 16 * 1024
const refused: TokenVerdict = { status: 'refused' }

/** Checks signature, issuer, audience and time of a token (RFC 7519, RFC 9068). Never throws. */
export function verifyToken(token: string, keys: readonly IssuerKey[], demands: TokenDemands): TokenVerdict {
  const parts = token.split('.')
  const [head = '', body = '', signature = ''] = parts
  if (parts.length !== 3 || token.length > longestToken) return refused
  const [header, claims] = [readPart(head), readPart(body)]
  if (header === undefined || claims === undefined || header.crit !== undefined) return refused
  if (header.typ !== undefined && !types.has(String(header.typ).toLowerCase())) return refused
  const algorithm = algorithms.get(header.alg)
  if (algorithm === undefined) return refused
  const fitting = keys.filter(
    (key) =>
      key.kty === algorithm.keyType &&
      (algorithm.curve === undefined || key.crv === algorithm.curve) &&
      (key.alg === undefined || key.alg === header.alg) &&
      (key.use === undefined || key.use === 'sig') &&
      (header.kid === undefined || key.kid === header.kid),
  )
  if (fitting.length === 0) return { status: 'unknown_key' }
  const signed = Buffer.from(`${head}.${body}`)
  if (!fitting.some((key) => isSignedBy(key, algorithm, signed, Buffer.from(signature, 'base64url')))) return refused
  return judgeClaims(claims, demands)
}

/** Returns an id for the client of a token that no other issuer or subject has. */
export function callerIdOf(issuer: string, { subject, client = '' }: TokenClaims): string {
  return `issuer_${createHash('sha256')
    .update(JSON.stringify([issuer, subject, client]))
    .digest('hex')
    .slice(0, 32)}`
}

function judgeClaims(claims: Readonly<Record<string, unknown>>, { issuer, audience, now }: TokenDemands): TokenVerdict {
  const { iss, aud, exp, nbf, sub, cnf, client_id: clientId, azp } = claims
  const audiences: readonly unknown[] = Array.isArray(aud) ? aud : [aud]
  if (iss !== issuer || !audiences.includes(audience)) return refused
  if (typeof exp !== 'number' || !Number.isFinite(exp) || exp * 1_000 + leewayMs <= now) return refused
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf * 1_000 - leewayMs > now)) return refused
  if (typeof sub !== 'string' || sub === '') return refused
  // A token that is bound to a key of its client is worth nothing without a proof of that key, and we ask for none.
  if (cnf !== undefined) return refused
  const client = [clientId, azp].find((value): value is string => typeof value === 'string')
  return { status: 'valid', claims: { subject: sub, expiresAt: exp * 1_000, client, all: claims } }
}

function isSignedBy(key: IssuerKey, { hash, isProbabilistic }: Algorithm, signed: Buffer, signature: Buffer): boolean {
  try {
    const publicKey = createPublicKey({ key, format: 'jwk' })
    const isTooShort = key.kty === 'RSA' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < 2_048
    if (isTooShort) return false
    const padding = isProbabilistic === true ? { padding: 6, saltLength: -1 } : {}
    return verify(hash, signed, { key: publicKey, dsaEncoding: 'ieee-p1363', ...padding }, signature)
  } catch {
    return false
  }
}

function readPart(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}
