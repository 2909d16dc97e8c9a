import { onAccessChange } from '@drawbridge/access'
import { defined } from '@drawbridge/core/base'
import { safeDialect } from '@drawbridge/core/registry'
import { createMcpEndpoint, createTokenStore, type McpCaller } from '@drawbridge/mcp/http'
import { remoteDenial } from '../call/remote-denial.ts'
import { callerOfKeyId } from '../caller/authenticate.ts'
import { type Caller, hasScope, isAtLeast } from '../caller/caller.ts'
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
  /** The keys that have come, with their users. */
  const known = new Map<string, string>()
  const ofKey = async (text: string): Promise<McpCaller | undefined> => {
    const key = await access.keys.ofSecret(text)
    const caller = key && (await callerOfKeyId(key.id, access))
    if (key === undefined || caller === undefined || !mayCome(caller)) return undefined
    known.set(key.id, caller.user.id)
    const [agent] = key.agents ?? []
    const who = {
      id: key.id,
      client: key.name,
      user: caller.user.name,
      ...defined({ agent, expiresAt: key.expiresAt }),
    }
    // The holder of a key could answer itself: on this road, too, no key answers what its own calls ask.
    return { ...who, elicitation: false }
  }
  /** The callers with tokens of this server or of others, and the names of their users. */
  const others = new Map<string, string>()
  const ofOther = async (text: string): Promise<McpCaller | undefined> => {
    const caller = (await tokens.authenticate(text)) ?? (await issuers?.authenticate(text))
    if (caller?.user === undefined) return caller
    if (await access.users.isOut(caller.user)) return undefined
    others.set(caller.id, caller.user)
    return caller
  }
  /** Grows with each change of what callers are shown, so that the next request of a client finds it. */
  const toolsVersion = async () => {
    const { registry, policySource, house } = drawbridge
    await policySource.refresh()
    const grants = await house.service('mcpGrants')
    return registry.version + policySource.version() + (grants?.version() ?? 0)
  }
  const { elicitation = true, unaskedWaitSeconds } = drawbridge.clientApprovals()
  const endpoint = createMcpEndpoint({
    name: 'drawbridge',
    version: build,
    events: drawbridge.events,
    ...defined({ offer: drawbridge.offer }),
    elicitation,
    ...(unaskedWaitSeconds === undefined ? {} : { unaskedWaitMs: unaskedWaitSeconds * 1_000 }),
    source: { hosts: source.hosts, origins: [...source.origins, ...source.cors] },
    onError,
    authenticate: async (token) => {
      const caller = (await ofKey(token)) ?? (await ofOther(token))
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
      return { openRun: () => session.openRun(), toolsVersion, close: () => session[Symbol.asyncDispose]() }
    },
  })
  const endIfRefused = async (id: string) => {
    const caller = await callerOfKeyId(id, access)
    if (caller !== undefined && mayCome(caller)) return
    known.delete(id)
    await endpoint.end(id)
  }
  const endIfOut = async (id: string, user: string) => {
    if (!(await access.users.isOut(user))) return
    others.delete(id)
    await endpoint.end(id)
  }
  const changed = await onAccessChange(database, (change) => {
    for (const [key, user] of known)
      if (change.kind === 'all' || change.id === key || change.id === user) void endIfRefused(key).catch(onError)
    if (change.kind === 'user' || change.kind === 'all')
      for (const [id, user] of others) void endIfOut(id, user).catch(onError)
  })
  const revoked = await tokens.onRevoked((id) => void endpoint.end(id))
  return {
    handler: async (request) => {
      const { pathname } = new URL(request.url)
      const isOurs = pathname === '/mcp' || pathname === '/.well-known/oauth-protected-resource/mcp'
      return isOurs ? endpoint.fetch(request) : undefined
    },
    [Symbol.asyncDispose]: async () => {
      changed[Symbol.dispose]()
      revoked[Symbol.dispose]()
      await endpoint.close()
    },
  }
}

/** Returns true if MCP is for the user of a key, and for the key. A key for no agent at all has nothing to call. */
function mayCome(caller: Caller): boolean {
  return isAtLeast(caller.user.role, 'member') && hasScope(caller, 'mcp') && caller.key?.agents?.length !== 0
}
