import { escapeToOneLine } from '@drawbridge/core/base'
import { NetError } from '@drawbridge/net'
import {
  type AuthorizationServerMetadata,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  type FetchLike,
  IssuerMismatchError,
  type OAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client'
import { readScopes } from './choose-scopes.ts'
import { LoginError } from './login-error.ts'
import { needSafeAddress } from './safe-address.ts'

/** The refusal of a request without a valid token, as its header `WWW-Authenticate` says. */
export interface Challenge {
  readonly metadataUrl: string | undefined
  readonly scopes: readonly string[]
}

/** The authorization server of a server, with everything that a login needs of both. */
export interface Authorization {
  /** The server itself, without fragment. */
  readonly url: string
  /** As the authorization server names itself; compared letter for letter. */
  readonly issuer: string
  /** Undefined for a server of before 2025-06-18 without metadata, whose addresses are fixed. */
  readonly metadata: AuthorizationServerMetadata | undefined
  /** The name of the server in requests for tokens: letter for letter as its metadata has it, else its address as it was written. */
  readonly resource: string
  readonly supportedScopes: readonly string[]
}

/** The options of `findAuthorization`. */
export interface FindOptions {
  readonly url: string
  readonly challenge: Challenge
  /** The authorization server that the operator wrote down. */
  readonly issuer: string | undefined
  readonly fetch: FetchLike
}

/** Reads the header of a refusal. Pure. What cannot be read is left out. */
export function readChallenge(header: string | null): Challenge {
  const text = header ?? ''
  if (!/^\s*(?:bearer|dpop)\b/i.test(text)) return { metadataUrl: undefined, scopes: [] }
  const metadataUrl = fieldOf(text, 'resource_metadata')
  return { metadataUrl, scopes: readScopes(fieldOf(text, 'scope')) }
}

/** Returns a field of the header; undefined if it is not there. */
export function fieldOf(header: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,]+))`, 'i').exec(header)
  return found?.[1]?.replaceAll(/\\(.)/g, '$1') ?? found?.[2]
}

/** Finds the authorization server of a server. Every address on the way is checked; all requests go through `fetch`. */
export async function findAuthorization({ url, challenge, issuer, fetch }: FindOptions): Promise<Authorization> {
  const own = withoutFragment(url)
  const metadata = await findResourceMetadata(own, challenge, fetch)
  if (metadata !== undefined) checkResource(own, metadata.resource)
  const named = metadata?.authorization_servers ?? []
  if (issuer !== undefined && named.length > 0 && !named.some((one) => isSameIssuer(one, issuer))) {
    throw new LoginError(
      'not_supported',
      `The server does not accept logins of ${issuer}, which its "auth.issuer" names, but of: ${named.map(escapeToOneLine).join(', ')}.`,
    )
  }
  const chosen = issuer ?? named[0] ?? new URL('/', own).href
  needSafeAddress('The address of the authorization server', chosen)
  const found = await readIssuer(chosen, fetch)
  if (found === undefined && named.length > 0)
    throw new LoginError('not_supported', `The authorization server ${chosen} has no metadata.`)
  return {
    url: own,
    issuer: found?.issuer ?? chosen,
    metadata: found,
    resource: metadata?.resource ?? plainAddress(url),
    supportedScopes: metadata?.scopes_supported ?? [],
  }
}

/** Reads the metadata of an authorization server. Undefined if it has none. */
export async function readIssuer(issuer: string, fetch: FetchLike): Promise<AuthorizationServerMetadata | undefined> {
  const metadata = await discoverAuthorizationServerMetadata(issuer, { fetchFn: fetch }).catch((error: unknown) => {
    if (IssuerMismatchError.isInstance(error))
      throw new LoginError('wrong_sender', `The authorization server at ${issuer} says that it is another one.`)
    throw error
  })
  if (metadata === undefined) return undefined
  needSafeAddress('The address for logins', metadata.authorization_endpoint)
  needSafeAddress('The address for tokens', metadata.token_endpoint)
  if (metadata.registration_endpoint !== undefined)
    needSafeAddress('The address for registration', metadata.registration_endpoint)
  return metadata
}

/** True if both name one authorization server. A slash at the end is the one difference that does not count. */
export function isSameIssuer(left: string, right: string): boolean {
  return left === right || `${left}/` === right || left === `${right}/`
}

async function findResourceMetadata(
  url: string,
  { metadataUrl }: Challenge,
  fetch: FetchLike,
): Promise<OAuthProtectedResourceMetadata | undefined> {
  if (metadataUrl !== undefined) {
    needSafeAddress('The address of the metadata', metadataUrl)
    return discoverOAuthProtectedResourceMetadata(url, { resourceMetadataUrl: metadataUrl }, fetch)
  }
  try {
    return await discoverOAuthProtectedResourceMetadata(url, {}, fetch)
  } catch (error) {
    // Servers of before 2025-06-18 have none; anything else that fails is told.
    if (NetError.isInstance(error) || !/does not implement|HTTP 4\d\d /.test(String(error))) throw error
    return undefined
  }
}

/** Tokens for another server are not ours to ask for: the metadata must name this server, or its whole origin. */
function checkResource(url: string, resource: string): void {
  const [own, named] = [new URL(url), URL.parse(resource)]
  const plain = ({ origin, pathname, search }: URL) => `${origin}${pathname.replace(/\/$/, '')}${search}`
  if (named !== null && (plain(named) === plain(own) || plain(named) === own.origin)) return
  const shown = escapeToOneLine(resource.slice(0, 200))
  throw new LoginError('wrong_sender', `The metadata of ${own.href} is about another server: ${JSON.stringify(shown)}.`)
}

/** The address without query and fragment, and without a slash that nobody wrote. */
function plainAddress(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

function withoutFragment(url: string): string {
  const address = new URL(url)
  address.hash = ''
  return address.href
}
