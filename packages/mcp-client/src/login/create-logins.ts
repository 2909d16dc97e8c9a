import { DrawbridgeError } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import { createGuardedFetch } from '@drawbridge/net'
import type { House } from '@drawbridge/room'
import type { FetchLike } from '@modelcontextprotocol/client'
import { ownHosts } from '../link/http-transport.ts'
import type { ServerDefinition } from '../section/server-schema.ts'
import { beginLogin } from './protocol/begin-login.ts'
import { findAuthorization, readChallenge } from './protocol/find-authorization.ts'
import { revokeTokens } from './protocol/revoke-tokens.ts'
import type { LoginFacts, LoginKey } from './store/login.ts'
import { createLoginStore } from './store/login-store.ts'
import { type ServerTokens, tokensOfServer } from './tokens-of-server.ts'

/** A login that was begun: somebody opens `url` in a browser. */
export interface BegunLogin {
  readonly url: string
  /** Takes the address that the browser came back to, and keeps the tokens. Resolves to what may be shown of them. */
  finish(address: URL): Promise<LoginFacts>
}

/** The options of `McpLogins.begin`. */
export interface BeginLoginOptions {
  /** The user whose login it is. Default: the one that all callers share. */
  readonly user?: string
  /** The address that the browser is sent back to: on 127.0.0.1, with the port. */
  readonly redirectUrl: string
}

/** The logins of the servers at addresses. */
export interface McpLogins extends AsyncDisposable {
  /** Tells what logins there are, without their tokens. */
  list(): Promise<readonly LoginFacts[]>
  /** Begins a login. Rejects with a `LoginError` that says what the server does not offer. */
  begin(server: string, options: BeginLoginOptions): Promise<BegunLogin>
  /** The port that our registration at the authorization server names, for a server that was logged in to before. */
  portOf(server: string, user: string | undefined): Promise<number | undefined>
  /** Revokes and forgets the tokens. Resolves to false if there were none. */
  logout(server: string, user: string | undefined): Promise<boolean>
  /** The tokens for a caller's requests. */
  tokensFor(server: string, user: string | undefined): Promise<ServerTokens>
  /** Calls the listener with each server whose logins changed, in this process or another; with undefined if it may be any. */
  watch(listener: (server: string | undefined) => void): Promise<Disposable>
}

/** Answers of authorization servers are small and quick. */
const loginLimits = { totalMs: 30_000, maxBodyBytes: 256 * 1024 }

/** Creates the logins of a configuration. */
export async function createLogins(
  house: Pick<House, 'database' | 'clock' | 'sealer' | 'hide' | 'client'>,
  servers: Readonly<Record<string, ServerDefinition>>,
): Promise<McpLogins> {
  const { clock } = house
  const store = createLoginStore(house)
  const tokens = new Map<string, Promise<ServerTokens>>()
  const definitionOf = (server: string) => {
    const definition = Object.hasOwn(servers, server) ? servers[server] : undefined
    const { url } = definition ?? {}
    if (definition === undefined || url === undefined)
      throw new DrawbridgeError('invalid_option', `"${server}" is not a server at an address, so it has no login.`)
    return { auth: definition.auth ?? {}, url }
  }
  const keyOf = (server: string, user: string | undefined): LoginKey => ({
    server,
    owner: definitionOf(server).auth.perUser === true ? (user ?? '') : '',
  })
  const fetchFor = async (server: string): Promise<FetchLike> => {
    const { url, auth } = definitionOf(server)
    const hosts = [...ownHosts(url), ...(auth.issuer === undefined ? [] : ownHosts(auth.issuer))]
    const client = await house.client(`mcp.${server}.login`, hosts.length === 0 ? {} : { internalHosts: hosts })
    return createGuardedFetch(client, { limits: loginLimits })
  }
  const listeners = new Set<(server: string | undefined) => void>()
  const notice = async (server: string | undefined): Promise<void> => {
    const affected = [...tokens].filter(([place]) => server === undefined || place.startsWith(`${server} `))
    for (const [, made] of affected) await made.then((one) => one.forget()).catch(() => undefined)
    for (const listener of listeners) listener(server)
  }
  const watching = await store.watch((server) => void notice(server))
  return {
    list: store.list,
    begin: async (server, { user, redirectUrl }) => {
      const [{ url, auth }, key, fetch] = [definitionOf(server), keyOf(server, user), await fetchFor(server)]
      const challenge = await challengeOf(url, fetch)
      const authorization = await findAuthorization({ url, challenge, issuer: auth.issuer, fetch })
      const begun = await beginLogin({
        authorization,
        auth,
        redirectUrl,
        challenged: challenge.scopes,
        wanted: await store.wanted(key),
        before: await store.find(key),
        fetch,
        now: clock.now,
      })
      return {
        url: begun.url,
        finish: async (address) => {
          const granted = await begun.finish(address.searchParams)
          const { issuer, resource } = authorization
          const { scopes, expiresAt, accessToken, refreshToken } = granted
          const facts: LoginFacts = { ...key, url, issuer, resource, scopes, expiresAt }
          const isRegistered = auth.clientId === undefined && begun.client.clientId !== auth.clientMetadataUrl
          await store.put(facts, {
            ...begun.client,
            accessToken,
            ...defined({ refreshToken, redirectUrl: isRegistered ? redirectUrl : undefined }),
          })
          // The login can be used at once: the news of the database comes a little later.
          await notice(server)
          return facts
        },
      }
    },
    portOf: async (server, user) => {
      const { auth } = definitionOf(server)
      if (auth.redirectPort !== undefined) return auth.redirectPort
      const known = (await store.find(keyOf(server, user)))?.credentials.redirectUrl
      return known === undefined ? undefined : Number(new URL(known).port)
    },
    logout: async (server, user) => {
      const key = keyOf(server, user)
      const login = await store.find(key)
      if (login !== undefined) await revokeTokens(login, await fetchFor(server)).catch(() => undefined)
      const isRemoved = await store.remove(key)
      await notice(server)
      return isRemoved
    },
    tokensFor: (server, user) => {
      const key = keyOf(server, user)
      const place = `${server} ${key.owner}`
      const made =
        tokens.get(place) ??
        fetchFor(server).then((fetch) => tokensOfServer({ key, ...definitionOf(server), store, clock, fetch }))
      tokens.set(place, made)
      return made
    },
    watch: async (listener) => {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    [Symbol.asyncDispose]: async () => watching[Symbol.dispose](),
  }
}

/** Asks a server something without a token, to read what it demands. It leaves no session behind. */
async function challengeOf(url: string, fetch: FetchLike) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'server/discover',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'server/discover',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  })
  await response.body?.cancel()
  return readChallenge(response.status === 401 ? response.headers.get('www-authenticate') : null)
}
