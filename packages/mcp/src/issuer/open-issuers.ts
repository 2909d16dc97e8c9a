import type { GuardedClient } from '@drawbridge/net'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import type { McpCaller } from '../http/caller.ts'
import type { McpServerSection, TrustedIssuer } from './issuer-section.ts'
import { callerIdOf, type IssuerKey, type TokenClaims, verifyToken } from './verify-token.ts'

/** The authorization servers whose tokens let clients in. */
export interface McpIssuers {
  readonly authorizationServers: readonly string[]
  /** Returns the client of a token; undefined if no issuer vouches for it. */
  authenticate(token: string): Promise<McpCaller | undefined>
}

declare module '@drawbridge/core' {
  interface Services {
    /** The authorization servers whose tokens let clients in. */
    readonly mcpIssuers: McpIssuers
  }
}

/** The time for which keys are used before they are fetched again, and the least time between two fetches, in milliseconds. */
const [keysMs, leastMs] = [10 * 60_000, 30_000]
const limits = { totalMs: 10_000, maxBodyBytes: 256 * 1024 }
const metadataShape = z.looseObject({ issuer: z.string(), jwks_uri: z.url() })
const keysShape = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) })

/** Opens the issuers of a section. Their keys are fetched with the first token. */
export function openIssuers(
  { clock, client }: Pick<House, 'clock' | 'client'>,
  section: McpServerSection | undefined,
): McpIssuers {
  const issuers = (section?.issuers ?? []).map((trusted, index) => {
    const hosts = loopbackHostOf(trusted.issuer)
    const opened = () => client(`mcp_server.issuer.${index}`, hosts.length === 0 ? {} : { internalHosts: hosts })
    return { trusted, keys: createKeys(trusted.issuer, opened, clock.now) }
  })
  return {
    authorizationServers: issuers.map(({ trusted }) => trusted.issuer),
    authenticate: async (token) => {
      const named = issuerNamedIn(token)
      for (const { trusted, keys } of issuers.filter((one) => one.trusted.issuer === named)) {
        const claims = await checked(token, trusted, keys, clock.now())
        const caller = claims && callerOf(trusted, claims)
        if (caller !== undefined) return caller
      }
      return undefined
    },
  }
}

async function checked(
  token: string,
  { issuer, audience }: TrustedIssuer,
  keys: IssuerKeys,
  now: number,
): Promise<TokenClaims | undefined> {
  const verdict = verifyToken(token, await keys.get(), { issuer, audience, now })
  if (verdict.status === 'valid') return verdict.claims
  if (verdict.status === 'refused') return undefined
  const again = verifyToken(token, await keys.renew(), { issuer, audience, now })
  return again.status === 'valid' ? again.claims : undefined
}

function callerOf({ issuer, userClaim = 'sub', agent }: TrustedIssuer, claims: TokenClaims): McpCaller | undefined {
  const user = claims.all[userClaim]
  if (typeof user !== 'string' || user === '') return undefined
  // An issuer that lets people type any address into their account does not say whose address it is.
  if (userClaim === 'email' && ['false', false].some((no) => claims.all.email_verified === no)) return undefined
  return {
    id: callerIdOf(issuer, claims),
    client: claims.client ?? new URL(issuer).host,
    user,
    expiresAt: claims.expiresAt,
    ...(agent === undefined ? {} : { agent }),
  }
}

interface IssuerKeys {
  get(): Promise<readonly IssuerKey[]>
  /** Fetches them again: the issuer may have others by now. Not more often than every 30 seconds, however many tokens come. */
  renew(): Promise<readonly IssuerKey[]>
}

function createKeys(issuer: string, client: () => Promise<GuardedClient>, now: () => number): IssuerKeys {
  let fetched: { readonly keys: Promise<readonly IssuerKey[]>; readonly at: number } | undefined
  const fetchAgain = (least: number) => {
    if (fetched === undefined || now() - fetched.at >= least)
      fetched = { at: now(), keys: client().then((opened) => fetchKeys(issuer, opened)) }
    // An issuer that cannot be reached vouches for nobody.
    return fetched.keys.catch(() => [])
  }
  return { get: () => fetchAgain(keysMs), renew: () => fetchAgain(leastMs) }
}

async function fetchKeys(issuer: string, client: GuardedClient): Promise<readonly IssuerKey[]> {
  for (const address of metadataAddresses(issuer)) {
    const metadata = metadataShape.safeParse(await fetchJson(address, client))
    if (!metadata.success) continue
    // Another issuer's document says nothing about this one.
    if (metadata.data.issuer !== issuer) return []
    const keys = keysShape.safeParse(await fetchJson(metadata.data.jwks_uri, client))
    return keys.success ? (keys.data.keys as readonly IssuerKey[]) : []
  }
  return []
}

async function fetchJson(url: string, client: GuardedClient): Promise<unknown> {
  if (!isSafe(url)) return undefined
  const outcome = await client.request({ url, headers: { accept: 'application/json' }, redirect: 'manual', limits })
  if (outcome.type === 'error' || outcome.response.status !== 200) return undefined
  try {
    return JSON.parse(Buffer.from(outcome.response.body).toString('utf8'))
  } catch {
    return undefined
  }
}

function metadataAddresses(issuer: string): readonly string[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    ...(path === '' ? [] : [`${origin}${path}/.well-known/openid-configuration`]),
  ]
}

function isSafe(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || (url !== null && loopbackHostOf(text).length > 0)
}

/** The host with its port, if the operator wrote down this machine. */
function loopbackHostOf(text: string): readonly string[] {
  const { hostname, port, protocol } = new URL(text)
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
  return isLoopback ? [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`] : []
}

/** Read before the signature is checked, only to know whose keys to check it with. */
function issuerNamedIn(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')).iss
  } catch {
    return undefined
  }
}
