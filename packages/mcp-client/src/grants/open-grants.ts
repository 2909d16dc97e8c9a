import { isDeepStrictEqual } from 'node:util'
import { DrawbridgeError } from '@drawbridge/core'
import type { HookVerdict, PreToolUseHook } from '@drawbridge/core/hook'
import { readForeignName } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import type { McpSection } from '../section/mcp-section.ts'
import type { AgentSettings } from '../section/server-schema.ts'
import { serverOf } from '../tools/server-of.ts'
import { checkOverrides } from './check-overrides.ts'
import type { StoredServerGrant } from './grant-rows.ts'
import { createGrantStore, grantTopic, type McpGrantStore } from './grant-store.ts'
import { type GrantCaller, objectionOf, resolveAccess, type ServerAccess, type ServerRules } from './server-access.ts'

/** The service `mcpGrants`: decides who may use which MCP server. */
export interface McpGrants extends AsyncDisposable {
  /** The access of a caller to a server of the configuration, by the grants as they are now. */
  accessOf(server: string, caller: GrantCaller): Promise<ServerAccess>
  /**
   * Returns the store, whose `put` checks the settings in a grant.
   * @throws DrawbridgeError `invalid_option` if the operator wants files only.
   */
  store(): Promise<McpGrantStore>
  /** Reads the grants again. Changes are followed anyway, within a second. */
  refresh(): Promise<void>
  /** Grows with every change of the grants that `objectionTo` knows. */
  version(): number
  /**
   * Denies each call that a grant or the lack of one forbids, by the grants that were known last. So nobody is asked about such a call;
   * the server itself reads the grants once more before it is sent anything.
   */
  readonly hook: PreToolUseHook
  /** Returns the settings for an agent of the server that has a tool, by the grants that were known last. */
  overridesFor(tool: string, agent: string | undefined): AgentSettings | undefined
  /** Returns the reason why a tool is not in the set of a caller, by the grants that were known last: at most a second old. */
  objectionTo(tool: string, caller: GrantCaller): string | undefined
}

declare module '@drawbridge/core' {
  interface Services {
    /** Grants of MCP servers to agents and users, and requests for them. */
    readonly mcpGrants: McpGrants
  }
}

/** Opens the grants of a house. */
export async function openGrants(
  house: Pick<House, 'home' | 'environment' | 'clock' | 'database' | 'hide'>,
  section: McpSection | undefined,
): Promise<McpGrants> {
  const { database, clock } = house
  const rules: Readonly<Record<string, ServerRules>> = section?.servers ?? {}
  let known: readonly StoredServerGrant[] = []
  let version = 0
  let watching: Disposable | undefined
  const rulesOf = (server: string) => (Object.hasOwn(rules, server) ? (rules[server] ?? {}) : {})

  /** The store, if there is a database; from the first time on its changes are followed. */
  const find = async () => {
    const found = await database.find()
    const store = found && createGrantStore(found, { clock })
    if (found === undefined || store === undefined || watching !== undefined) return store
    watching = await found.subscribe(grantTopic, () => void read(store).catch(() => undefined))
    await read(store)
    return store
  }
  const read = async (store: McpGrantStore) => {
    const now = await store.list()
    if (!isDeepStrictEqual(now, known)) version += 1
    known = now
  }
  await find()

  const accessOf = async (server: string, caller: GrantCaller) => {
    const grants = await (await find())?.of(server, caller)
    return resolveAccess(rulesOf(server), grants ?? { agent: undefined, user: undefined })
  }
  return {
    accessOf,
    store: async () => {
      const store = createGrantStore(await database.obtain(), { clock })
      const known = <Result>(change: Promise<Result>) => change.finally(() => read(store).catch(() => undefined))
      return {
        ...store,
        put: async (grant, by) => {
          await checkOverrides(grant, { section, others: await store.list(), house })
          return known(store.put(grant, by))
        },
        remove: (...given) => known(store.remove(...given)),
        approve: (...given) => known(store.approve(...given)),
      }
    },
    refresh: async () => {
      const store = await find()
      if (store !== undefined) await read(store)
    },
    version: () => version,
    hook: {
      name: 'mcp-grants',
      matcher: { tools: ['mcp.*'] },
      instant: true,
      run: ({ tool, principal }): HookVerdict => {
        const reason = objectionTo(tool, principal)
        return reason === undefined ? { verdict: 'allow' } : { verdict: 'deny', reason }
      },
    },
    objectionTo,
    overridesFor: (tool, agent) => {
      const server = serverOf(tool)
      return known.find((each) => each.server === server && each.subject.kind === 'agent' && each.subject.id === agent)
        ?.overrides
    },
    [Symbol.asyncDispose]: async () => watching?.[Symbol.dispose](),
  }

  function objectionTo(tool: string, { agent, user }: GrantCaller): string | undefined {
    const place = placeOf(tool)
    if (place === undefined) return undefined
    const by = (kind: 'agent' | 'user', id: string | undefined) =>
      known.find(({ server, subject }) => server === place.server && subject.kind === kind && subject.id === id)
    const grants = { agent: by('agent', agent), user: by('user', user) }
    return objectionOf(resolveAccess(rulesOf(place.server), grants), place)
  }
}

/**
 * Returns the store of a house's grants, which checks the settings in a grant.
 * @throws DrawbridgeError `invalid_option` if the operator wants files only.
 */
export async function grantStoreOf(house: Pick<House, 'service'>): Promise<McpGrantStore> {
  const grants = await house.service('mcpGrants')
  if (grants === undefined) throw new DrawbridgeError('invalid_option', 'No MCP server is configured.')
  return grants.store()
}

/** Reads the canonical name of a server's tool. */
function placeOf(name: string): { readonly server: string; readonly tool: string } | undefined {
  const server = serverOf(name)
  return server === undefined ? undefined : { server, tool: readForeignName(`mcp.${server}`, name) }
}
