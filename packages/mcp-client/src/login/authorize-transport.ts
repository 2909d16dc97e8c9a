import type { AuthProvider, FetchLike } from '@modelcontextprotocol/client'
import { readScopes } from './protocol/choose-scopes.ts'
import { fieldOf, readChallenge } from './protocol/find-authorization.ts'
import type { ServerTokens } from './tokens-of-server.ts'

/** The two options of a transport that log its requests in. */
export interface AuthorizedTransport {
  readonly fetch: FetchLike
  readonly authProvider: AuthProvider
}

/** Sends the tokens with a transport's requests, and renews or widens them if the server refuses. Each request is repeated once at most. */
export function authorizeTransport(fetch: FetchLike, tokens: ServerTokens): AuthorizedTransport {
  const rejected = new WeakMap<Response, string>()
  return {
    fetch: async (url, init) => {
      const response = await fetch(url, init)
      const headers = new Headers(init?.headers)
      const token = headers.get('authorization')?.replace(/^Bearer /, '')
      if (response.status === 401 && token !== undefined) rejected.set(response, token)
      if (response.status !== 403) return response
      const challenge = response.headers.get('www-authenticate') ?? ''
      if (fieldOf(challenge, 'error') !== 'insufficient_scope') return response
      if (!(await tokens.widen(readScopes(fieldOf(challenge, 'scope'))))) return response
      const wider = await tokens.current()
      if (wider === undefined || wider === token) return response
      await response.body?.cancel()
      headers.set('authorization', `Bearer ${wider}`)
      return fetch(url, { ...init, headers })
    },
    authProvider: {
      token: () => tokens.current(),
      onUnauthorized: ({ response }) =>
        tokens.renew(rejected.get(response), readChallenge(response.headers.get('www-authenticate'))),
    },
  }
}
