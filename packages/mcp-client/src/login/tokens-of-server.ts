import { type Clock, defined, escapeToOneLine } from '@drawbridge/core/base'
import type { FetchLike } from '@modelcontextprotocol/client'
import type { ServerAuth } from '../section/auth-schema.ts'
import { type Challenge, findAuthorization, isSameIssuer } from './protocol/find-authorization.ts'
import { LoginNeededError } from './protocol/login-error.ts'
import { type GrantedTokens, RefusedTokensError, refreshTokens, requestOwnTokens } from './protocol/token-requests.ts'
import type { Login, LoginKey } from './store/login.ts'
import type { LoginStore } from './store/login-store.ts'

/** The tokens that one server accepts from one owner. */
export interface ServerTokens {
  /** The token to send now, refreshed if it is about to end. Undefined if there is no login. */
  current(): Promise<string | undefined>
  /**
   * Gets another token, because the server refused this one. One process refreshes; the others take what it got.
   * @throws LoginNeededError if only a person can help.
   */
  renew(rejected: string | undefined, challenge: Challenge): Promise<void>
  /** Gets a token with further scopes. Resolves to false if only a person can: the scopes are noted for the next login. */
  widen(scopes: readonly string[]): Promise<boolean>
  /** Reads the login again with its next use: somebody changed it. */
  forget(): void
}

/** The options of `tokensOfServer`. */
export interface TokenOptions {
  readonly key: LoginKey
  readonly url: string
  readonly auth: ServerAuth
  readonly store: LoginStore
  readonly clock: Clock
  readonly fetch: FetchLike
}

/** A token that ends this soon is not sent any more, in milliseconds. */
const marginMs = 30_000
/** The time between two looks at a refresh that another process does, in milliseconds. */
const lookMs = 200

/** Returns the command line that logs in. */
export function loginCommandOf({ server, owner }: LoginKey): string {
  return ['drawbridge mcp login', server, ...(owner === '' ? [] : ['--user', owner])].join(' ')
}

/** Creates the access to the tokens of one owner. */
export function tokensOfServer(options: TokenOptions): ServerTokens {
  const { key, url, auth, store, clock, fetch } = options
  const isOwn = auth.grant === 'client_credentials'
  let known: Promise<Login | undefined> | undefined
  let renewing: Promise<void> | undefined

  const read = (): Promise<Login | undefined> => {
    const reading = store
      .find(key)
      .then((login) => (login !== undefined && isUsable(login, url, auth) ? login : undefined))
    known = reading
    reading.catch(() => {
      if (known === reading) known = undefined
    })
    return reading
  }
  const once = (work: () => Promise<void>): Promise<void> => {
    renewing ??= work().finally(() => {
      renewing = undefined
    })
    return renewing
  }
  const keep = (login: Pick<Login, 'issuer' | 'resource' | 'credentials'>, tokens: GrantedTokens, lease?: string) =>
    store.put(
      {
        ...key,
        url,
        issuer: login.issuer,
        resource: login.resource,
        scopes: tokens.scopes,
        expiresAt: tokens.expiresAt,
      },
      {
        ...login.credentials,
        accessToken: tokens.accessToken,
        ...defined({ refreshToken: tokens.refreshToken }),
      },
      lease,
    )
  const needLogin = (why: string) => new LoginNeededError(`${why} Log in with: ${loginCommandOf(key)}`)

  /** Refreshes a pair, or waits for the process that does. Afterwards the store has another pair, or this rejects. */
  const refresh = async (login: Login): Promise<void> => {
    for (;;) {
      const outcome = await store.lease(key, login.revision)
      switch (outcome.status) {
        case 'leased':
          return refreshUnder(outcome.lease)
        case 'stale':
          await read()
          return
        case 'held':
          await pause(clock, Math.max(1, Math.min(lookMs, outcome.until - clock.now())))
          continue
        default:
          return outcome satisfies never
      }
    }
  }
  const refreshUnder = async (lease: string): Promise<void> => {
    try {
      const login = await read()
      const token = login?.credentials.refreshToken
      if (login === undefined || token === undefined) throw needLogin('There is no login any more.')
      await keep(login, await refreshTokens(login, token, { fetch, now: clock.now() }), lease)
    } catch (error) {
      await store.endLease(key, lease)
      if (!(error instanceof RefusedTokensError)) throw error
      throw needLogin(`The login has ended (${error.reason}).`)
    }
    await read()
  }
  const obtainOwn = async (challenge: Challenge, more: readonly string[]): Promise<void> => {
    const authorization = await findAuthorization({ url, challenge, issuer: auth.issuer, fetch })
    // The first one that got the secret keeps it to itself: a server may not name another one that wants it.
    const before = await store.find(key)
    if (auth.issuer === undefined && before !== undefined && !isSameIssuer(authorization.issuer, before.issuer))
      throw new LoginNeededError(
        `It has another authorization server now: ${escapeToOneLine(authorization.issuer)}, not ${before.issuer}. If that is right, write it as "auth.issuer" of the server.`,
      )
    const basis = auth.scopes ?? (challenge.scopes.length > 0 ? challenge.scopes : authorization.supportedScopes)
    const client = { clientId: auth.clientId ?? '', ...defined({ clientSecret: auth.clientSecret }) }
    const scopes = [...new Set([...basis, ...more])]
    const tokens = await requestOwnTokens(authorization, client, scopes, { fetch, now: clock.now() })
    await keep({ ...authorization, credentials: { ...client, accessToken: tokens.accessToken } }, tokens)
    await read()
  }
  const isEnding = ({ expiresAt }: Login) => expiresAt !== undefined && expiresAt - clock.now() < marginMs

  return {
    current: async () => {
      const login = await (known ?? read())
      if (login === undefined || !isEnding(login)) return login?.credentials.accessToken
      if (isOwn || login.credentials.refreshToken === undefined) return login.credentials.accessToken
      // Without an answer of the authorization server the old token is tried: it may still be good.
      await once(() => refresh(login)).catch((error: unknown) => {
        if (LoginNeededError.isInstance(error)) throw error
      })
      return (await (known ?? read()))?.credentials.accessToken
    },
    renew: (rejected, challenge) =>
      once(async () => {
        const login = await read()
        if (login !== undefined && login.credentials.accessToken !== rejected) return
        if (isOwn) return obtainOwn(challenge, await store.wanted(key))
        if (login === undefined) throw needLogin('It needs a login.')
        if (login.credentials.refreshToken === undefined) throw needLogin('The login has ended.')
        const now = await findAuthorization({ url, challenge, issuer: auth.issuer, fetch })
        if (!isSameIssuer(now.issuer, login.issuer)) throw needLogin('It has another authorization server now.')
        await refresh(login)
      }),
    widen: async (scopes) => {
      const login = await (known ?? read())
      const isAsked = scopes.every((scope) => login?.scopes.includes(scope))
      if (scopes.length === 0 || isAsked) return false
      // Without a person nobody but the operator decides how much a token may do.
      if (isOwn && auth.scopes !== undefined)
        throw new LoginNeededError(
          `It demands further scopes: ${escapeToOneLine(scopes.slice(0, 20).join(' ').slice(0, 500))}. If it may have them, add them to "auth.scopes" of the server.`,
        )
      await store.want(key, scopes)
      if (!isOwn) return false
      const more = [...(login?.scopes ?? []), ...(await store.wanted(key))]
      await once(() => obtainOwn({ metadataUrl: undefined, scopes: [] }, more))
      return true
    },
    forget: () => {
      known = undefined
    },
  }
}

/** True if a login is for this server, by the operator's authorization server and client. Tokens go nowhere else. */
function isUsable(login: Login, url: string, { issuer, clientId }: ServerAuth): boolean {
  if (login.url !== url) return false
  if (issuer !== undefined && !isSameIssuer(issuer, login.issuer)) return false
  return clientId === undefined || clientId === login.credentials.clientId
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve))
}
