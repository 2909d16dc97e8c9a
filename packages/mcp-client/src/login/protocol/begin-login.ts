import { randomBytes, timingSafeEqual } from 'node:crypto'
import { defined, escapeToOneLine } from '@drawbridge/core/base'
import {
  type FetchLike,
  IssuerMismatchError,
  RegistrationRejectedError,
  registerClient,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client'
import type { ServerAuth } from '../../section/auth-schema.ts'
import type { Login } from '../store/login.ts'
import { chooseScopes } from './choose-scopes.ts'
import { type Authorization, isSameIssuer } from './find-authorization.ts'
import { LoginError } from './login-error.ts'
import { type GrantedTokens, type OauthClient, redeemCode } from './token-requests.ts'

/** A login that waits for a person at a browser. */
export interface PendingLogin {
  /** The page to open. */
  readonly url: string
  /** The parameter that the answer must carry. */
  readonly state: string
  readonly client: OauthClient
  /**
   * Takes the parameters that the browser came back with. An answer that is not this login's leaves it as it is; any other one ends it.
   * @throws LoginError `stray_answer`, `wrong_sender` or `refused`
   */
  finish(answer: URLSearchParams): Promise<GrantedTokens>
}

/** The options of `beginLogin`. */
export interface BeginOptions {
  readonly authorization: Authorization
  readonly auth: ServerAuth
  readonly redirectUrl: string
  readonly challenged: readonly string[]
  readonly wanted: readonly string[]
  /** The login that is replaced. */
  readonly before: Login | undefined
  readonly fetch: FetchLike
  now(): number
}

/** Prepares a login: registers us if need be, and returns the address of the page. */
export async function beginLogin(options: BeginOptions): Promise<PendingLogin> {
  const { authorization, redirectUrl, fetch, before } = options
  const { metadata, issuer, resource } = authorization
  if (metadata !== undefined && metadata.code_challenge_methods_supported?.includes('S256') !== true)
    throw new LoginError('not_supported', `The authorization server ${issuer} does not protect logins (PKCE S256).`)
  const scopes = chooseScopes({
    configured: options.auth.scopes,
    challenged: options.challenged,
    supported: authorization.supportedScopes,
    wanted: options.wanted,
    granted: before !== undefined && isSameIssuer(before.issuer, issuer) ? before.scopes : [],
    canStayLoggedIn: metadata?.scopes_supported?.includes('offline_access') === true,
  })
  const client = await chooseClient(options, scopes)
  const state = randomBytes(32).toString('base64url')
  const { authorizationUrl, codeVerifier } = await startAuthorization(issuer, {
    ...defined({ metadata }),
    clientInformation: { client_id: client.clientId },
    redirectUrl,
    state,
    resource,
    ...defined({ scope: scopes.length === 0 ? undefined : scopes.join(' ') }),
  })
  let isOpen = true
  return {
    url: authorizationUrl.href,
    state,
    client,
    finish: async (answer) => {
      if (!isOpen || !isSameText(answer.get('state') ?? '', state))
        throw new LoginError('stray_answer', 'This answer belongs to no login that is under way.')
      isOpen = false
      checkIssuer(authorization, answer)
      const code = answer.get('code')
      if (code === null || answer.has('error')) throw new LoginError('refused', refusalIn(answer))
      const iss = answer.get('iss') ?? undefined
      return redeemCode(
        authorization,
        { client, code, iss, codeVerifier, redirectUrl, scopes },
        { fetch, now: options.now() },
      )
    },
  }
}

/** Before anything else of the answer is read: on a mismatch not even its words of error are shown. */
function checkIssuer({ metadata }: Authorization, answer: URLSearchParams): void {
  const all = answer.getAll('iss')
  try {
    if (all.length > 1) throw new IssuerMismatchError('authorization_response', metadata?.issuer, undefined)
    validateAuthorizationResponseIssuer({
      iss: all[0],
      expectedIssuer: metadata?.issuer,
      issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
    })
  } catch {
    throw new LoginError(
      'wrong_sender',
      'The answer came from another authorization server than the one that was asked.',
    )
  }
}

function refusalIn(answer: URLSearchParams): string {
  const code = answer.get('error') ?? ''
  if (code === 'access_denied') return 'The login was refused in the browser.'
  return /^[\w.-]{1,64}$/.test(code)
    ? `The authorization server refused the login: ${code}.`
    : 'The authorization server refused the login.'
}

/** The client that the operator registered, else our document, else one that we register: always for this authorization server alone. */
async function chooseClient(
  { authorization, auth, redirectUrl, before, fetch }: BeginOptions,
  scopes: readonly string[],
): Promise<OauthClient> {
  const { metadata, issuer } = authorization
  const { clientId, clientSecret, clientMetadataUrl } = auth
  if (clientSecret !== undefined && auth.issuer === undefined && before !== undefined)
    if (!isSameIssuer(before.issuer, issuer))
      throw new LoginError(
        'wrong_sender',
        `The server has another authorization server now: ${escapeToOneLine(issuer)}, not ${before.issuer}. If the client was registered there, write it as "auth.issuer" of the server.`,
      )
  if (clientId !== undefined) return { clientId, ...defined({ clientSecret }) }
  if (clientMetadataUrl !== undefined && metadata?.client_id_metadata_document_supported === true)
    return { clientId: clientMetadataUrl }
  const known = before?.credentials
  if (known?.redirectUrl === redirectUrl && before !== undefined && isSameIssuer(before.issuer, issuer))
    return { clientId: known.clientId, ...defined({ clientSecret: known.clientSecret }) }
  if (metadata !== undefined && metadata.registration_endpoint === undefined)
    throw new LoginError(
      'not_supported',
      `The authorization server ${issuer} does not register clients on its own. Register one there with the redirect address http://127.0.0.1/callback, and write its id as "auth.clientId".`,
    )
  const registered = await registerClient(issuer, {
    ...defined({ metadata }),
    clientMetadata: {
      client_name: 'Drawbridge',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: authMethodFor(metadata?.token_endpoint_auth_methods_supported),
      application_type: 'native',
    },
    fetchFn: fetch,
    ...defined({ scope: scopes.length === 0 ? undefined : scopes.join(' ') }),
  }).catch((error: unknown) => {
    if (!RegistrationRejectedError.isInstance(error)) throw error
    throw new LoginError('refused', `The authorization server ${issuer} refused to register us (${error.status}).`)
  })
  return { clientId: registered.client_id, ...defined({ clientSecret: registered.client_secret }) }
}

/** A client on a person's machine keeps no secret well, so it asks for none if that is allowed. */
function authMethodFor(supported: readonly string[] | undefined): string {
  if (supported === undefined || supported.includes('none')) return 'none'
  return supported.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post'
}

function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
