import { defined } from '@drawbridge/core/base'
import { safeDialect } from '@drawbridge/core/registry'
import { createMcpEndpoint, createTokenStore, type McpCaller } from '@drawbridge/mcp/http'
import { remoteDenial } from '../call/remote-denial.ts'
import type { OtherHandler } from './create-app.ts'
import type { Gateway } from './gateway.ts'

/** MCP on the port of a gateway. */
export interface MountedMcp extends AsyncDisposable {
  readonly handler: OtherHandler
}

/**
 * Mounts `/mcp`. API keys with the scope `mcp` and the tokens of `drawbridge mcp token` let clients in; policy, approvals and the list
 * of tools that are kept from callers over HTTP count as for any other call.
 */
export async function mountMcp(gateway: Gateway): Promise<MountedMcp> {
  const { access, build, clock, database, drawbridge, onError, settings, source } = gateway
  const tokens = createTokenStore(database, { clock })
  const issuers = await drawbridge.house.service('mcpIssuers')
  const ofKey = async (text: string): Promise<McpCaller | undefined> => {
    const key = await access.keys.ofSecret(text)
    const user = key && (await access.users.find(key.userId))
    if (key === undefined || user === undefined || user.disabledAt !== undefined) return undefined
    if (user.role === 'viewer' || !(key.scopes.includes('mcp') || key.scopes.includes('all'))) return undefined
    const [agent] = key.agents ?? []
    return { id: key.id, client: key.name, user: user.name, ...defined({ agent, expiresAt: key.expiresAt }) }
  }
  const endpoint = createMcpEndpoint({
    name: 'drawbridge',
    version: build,
    events: drawbridge.events,
    ...defined({ offer: drawbridge.offer }),
    source: { hosts: source.hosts, origins: [...source.origins, ...source.cors] },
    onError,
    authenticate: async (token) => {
      const caller = (await ofKey(token)) ?? (await tokens.authenticate(token)) ?? (await issuers?.authenticate(token))
      if (caller !== undefined) await gateway.requests.admit(caller.id)
      return caller
    },
    openSession: async ({ id, client, user, agent }) => {
      const session = await drawbridge.house.openSession({
        dialect: safeDialect,
        principal: { channel: 'mcp', chat: client, ...defined({ user, agent }) },
        hide: (tool) => {
          const reason = remoteDenial(tool, settings.remoteTools)
          return reason === undefined ? undefined : { class: 'removed', reason, source: 'gateway.remoteTools' }
        },
      })
      await access.sessionKeys.note(session.id, await access.keys.find(id))
      return { openRun: () => session.openRun(), close: () => session[Symbol.asyncDispose]() }
    },
  })
  const revoked = await tokens.onRevoked((id) => void endpoint.end(id))
  return {
    handler: async (request) => {
      const { pathname } = new URL(request.url)
      const isOurs = pathname === '/mcp' || pathname === '/.well-known/oauth-protected-resource/mcp'
      return isOurs ? endpoint.fetch(request) : undefined
    },
    [Symbol.asyncDispose]: async () => {
      revoked[Symbol.dispose]()
      await endpoint.close()
    },
  }
}
