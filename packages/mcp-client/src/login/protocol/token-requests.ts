import { defined } from '@drawbridge/core/base'
import {
  ClientCredentialsProvider,
  exchangeAuthorization,
  type FetchLike,
  fetchToken,
  OAuthError,
  type OAuthTokens,
  refreshAuthorization,
} from '@modelcontextprotocol/client'
import type { Credentials, Login } from '../store/login.ts'
import { readScopes } from './choose-scopes.ts'
import { type Authorization, readIssuer } from './find-authorization.ts'
import { LoginError } from './login-error.ts'

/** A pair of tokens with what the authorization server said of it. */
export interface GrantedTokens {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  readonly scopes: readonly string[]
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number | undefined
}

/** The client that we are to an authorization server. */
export type OauthClient = Pick<Credentials, 'clientId' | 'clientSecret'>

interface TokenOptions {
  readonly fetch: FetchLike
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** Redeems the code of a login. */
export async function redeemCode(
  { issuer, metadata, resource }: Authorization,
  request: {
    readonly client: OauthClient
    readonly code: string
    readonly iss: string | undefined
    readonly codeVerifier: string
    readonly redirectUrl: string
    readonly scopes: readonly string[]
  },
  { fetch, now }: TokenOptions,
): Promise<GrantedTokens> {
  const { client, code, iss, codeVerifier, redirectUrl, scopes } = request
  return granted(scopes, now, () =>
    exchangeAuthorization(issuer, {
      ...defined({ metadata }),
      clientInformation: informationOf(client),
      authorizationCode: code,
      ...defined({ iss }),
      codeVerifier,
      redirectUri: redirectUrl,
      resource,
      fetchFn: fetch,
    }),
  )
}

/** Exchanges the refresh token of a login for a new pair. */
export async function refreshTokens(
  { issuer, resource, scopes, credentials }: Login,
  refreshToken: string,
  { fetch, now }: TokenOptions,
): Promise<GrantedTokens> {
  const metadata = await readIssuer(issuer, fetch)
  return granted(scopes, now, () =>
    refreshAuthorization(issuer, {
      ...defined({ metadata }),
      clientInformation: informationOf(credentials),
      refreshToken,
      resource,
      fetchFn: fetch,
    }),
  )
}

/** Asks for tokens in our own name. */
export async function requestOwnTokens(
  { issuer, metadata, resource }: Authorization,
  { clientId, clientSecret = '' }: OauthClient,
  scopes: readonly string[],
  { fetch, now }: TokenOptions,
): Promise<GrantedTokens> {
  const asked = scopes.length === 0 ? {} : { scope: scopes.join(' ') }
  const provider = new ClientCredentialsProvider({
    clientId,
    clientSecret,
    expectedIssuer: issuer,
    ...asked,
  })
  return granted(scopes, now, () =>
    fetchToken(provider, issuer, { ...defined({ metadata }), resource, fetchFn: fetch, ...asked }),
  )
}

function informationOf({ clientId, clientSecret }: OauthClient) {
  return { client_id: clientId, ...defined({ client_secret: clientSecret }) }
}

/** Tells only the code of a refusal: its words are the authorization server's, and may repeat what we sent. */
async function granted(
  asked: readonly string[],
  now: number,
  request: () => Promise<OAuthTokens>,
): Promise<GrantedTokens> {
  const tokens = await request().catch((error: unknown) => {
    if (!(error instanceof OAuthError)) throw error
    throw new RefusedTokensError(error.code)
  })
  if (tokens.token_type.toLowerCase() !== 'bearer')
    throw new LoginError('not_supported', 'The authorization server gives tokens of a kind that we do not use.')
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    scopes: tokens.scope === undefined ? asked : readScopes(tokens.scope),
    expiresAt: tokens.expires_in === undefined ? undefined : now + tokens.expires_in * 1_000,
  }
}

/** The authorization server refused to give tokens. */
export class RefusedTokensError extends LoginError {
  /** The code of the refusal, such as `invalid_grant`. */
  readonly reason: string

  constructor(reason: string) {
    const shown = /^[\w.-]{1,64}$/.test(reason) ? reason : 'an unknown reason'
    super('refused', `The authorization server refused: ${shown}.`)
    this.reason = reason
  }
}
