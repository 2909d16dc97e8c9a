import { fail, type ToolContext, type ToolDefinition } from '@drawbridge/core'
import { type Clock, defined } from '@drawbridge/core/base'
import type { ConnectionBudget } from '../connection/connection-budget.ts'
import { createConnection, type LiveLink, type ServerConnection } from '../connection/create-connection.ts'
import { type ConnectionCaller, createPool } from '../connection/create-pool.ts'
import type { ConsentStore, ServerConsents } from '../consent/consent-store.ts'
import type { EraStore } from '../consent/era-store.ts'
import { type GrantCaller, objectionOf, type ServerAccess } from '../grants/server-access.ts'
import type { ChangedList, Link } from '../link/open-link.ts'
import { type ForeignTool, fingerprintOf } from '../listing/foreign-tool.ts'
import { definitionForAgent, ownConnectionKey, startMsOf } from '../section/definition-for-agent.ts'
import type { AgentSettings, ServerDefinition } from '../section/server-schema.ts'
import { serverTool } from '../tools/server-tool.ts'
import { admitTools, isAdmitted, type KnownTool, rememberedTools } from './admit-tools.ts'
import { callTool } from './call-tool.ts'
import { errorMessageOf } from './error-words.ts'
import { type Inventory, isDifferent, takeInventory } from './inventory.ts'
import { launchIdentity } from './launch-identity.ts'
import type { ManagedServer } from './managed-server.ts'
import { sendRequest } from './send-request.ts'

/** The effects that a server needs. */
export interface ServerOptions {
  readonly id: string
  readonly definition: ServerDefinition
  readonly clock: Clock
  /** The bound of the connections to all servers. */
  readonly budget: ConnectionBudget
  readonly consentStore: ConsentStore
  readonly eraStore: EraStore
  /** The access of a caller by the grants as they are at this moment. Asked on every road to the server. */
  accessOf(caller: GrantCaller): Promise<ServerAccess>
  chance(): number
  /** Puts the values of stored secrets in the place of their names. Rejects if one does not exist. */
  withSecrets(settings: AgentSettings): Promise<AgentSettings>
  /** Opens a link; `running` are the calls that the server may ask questions for. */
  openLink(options: {
    readonly isKnownLegacy: boolean
    readonly signal: AbortSignal
    readonly running: ReadonlySet<ToolContext>
    /** The one whose login is used. Undefined for the login that all share. */
    readonly user: string | undefined
    /** The server as it is for the caller's agent. */
    readonly definition: ServerDefinition
    onChanged(list: ChangedList): void
  }): Promise<Link>
  blockedBy(error: unknown): string | undefined
  /** Returns the reason for which the server is never started here. What cannot be called is not listed either. */
  whyClosed(): string | undefined
}

/** Creates a server that is not started yet: its first call, or a look at it, starts it. */
export function createServer(options: ServerOptions): ManagedServer {
  const { id, definition, clock, consentStore, eraStore } = options
  const launch = launchIdentity(definition)
  const launchKey = fingerprintOf(launch)
  const startMs = startMsOf(definition)
  const listeners = new Set<() => void>()
  const definitions = new Map<string, Promise<ToolDefinition>>()
  let newest: Inventory | undefined
  let consents: ServerConsents | undefined
  let problem: { readonly reason: string } | undefined
  let era: string | undefined
  let latencyMs: number | undefined

  const pool = createPool({
    server: id,
    sharing: definition.sharing ?? (definition.url === undefined ? 'session' : 'user'),
    clock,
    budget: options.budget,
    isPersonal: definition.auth?.perUser === true,
    ownKeyOf: (agent, granted) => ownConnectionKey(definition, agent, granted),
    isBusy: (connection) => (connection as ServerConnection & Inventoried).running.size > 0,
    create: connect,
  })
  const announce = () => {
    for (const listener of listeners) listener()
  }
  const readConsents = async () => {
    consents ??= await consentStore.read(id)
    return consents
  }
  const notice = (inventory: Inventory) => {
    const before = newest
    newest = inventory
    if (before === undefined || isDifferent(before, inventory)) announce()
  }

  /** One connection, with the inventory of its newest link. */
  function connect({ user, agent, granted }: ConnectionCaller): ServerConnection & Inventoried {
    const own = definitionForAgent(definition, agent, granted)
    const startMs = startMsOf(own)
    let inventory: Inventory | undefined
    const running = new Set<ToolContext>()
    let listing: Promise<void> = Promise.resolve()
    const list = async (live: LiveLink, signal: AbortSignal) => {
      const found = await takeInventory(live.link, { launch, timeoutMs: startMs, signal })
      if (live.generation < connection.state.generation) return
      inventory = found
      notice(found)
    }
    const listAgain = (live: () => LiveLink | undefined) => {
      listing = listing.then(async () => {
        const current = live()
        if (current === undefined) return
        await list(current, AbortSignal.timeout(startMs)).catch((error: unknown) => {
          if (live() === current) problem = { reason: errorMessageOf(error) }
        })
      })
    }
    let current: LiveLink | undefined
    const connection = createConnection({
      server: id,
      clock,
      chance: options.chance,
      open: async (signal) => {
        const isKnownLegacy = await eraStore.isLegacy(launchKey)
        const opening = {
          isKnownLegacy,
          signal,
          running,
          user,
          definition:
            granted === undefined ? own : definitionForAgent(definition, agent, await options.withSecrets(granted)),
          onChanged: () => listAgain(() => current),
        }
        return options.openLink(opening)
      },
      onOpened: async (live) => {
        current = live
        era = live.link.era
        await list(live, AbortSignal.timeout(startMs))
        problem = undefined
        await eraStore.note(launchKey, live.link.era).catch(() => undefined)
      },
      look: async ({ client, era: spoken }) => {
        if (spoken === 'legacy') await client.ping({ timeout: startMs })
        else if (definition.url !== undefined) await client.discover({ timeout: startMs })
      },
      blockedBy: options.blockedBy,
      describe: (error) => errorMessageOf(error),
      onState: (state) => {
        if ('reason' in state) problem = { reason: state.reason }
      },
    })
    return Object.assign(connection, { inventory: () => inventory, running, definition: own })
  }

  /** The operator's own choice among the tools; a deny beats an allow. */
  const isChosen = ({ name }: { readonly name: string }) =>
    !definition.toolDeny?.includes(name) && (definition.toolAllow?.includes(name) ?? true)
  const offered = async (): Promise<readonly ForeignTool[]> => {
    if (options.whyClosed() !== undefined) return []
    const known = await readConsents()
    const tools = newest === undefined ? rememberedTools(known, launch) : admitTools(newest, known).offered
    return tools.filter(isChosen)
  }
  const server: ManagedServer = {
    id,
    definition,
    source: {
      id: `mcp:${id}`,
      list: async () => {
        // A failure is in the status; the tools that were agreed to are listed all the same.
        if (definition.required && newest === undefined)
          await server.inspect(AbortSignal.timeout(startMs)).catch(() => undefined)
        const tools = await offered()
        return Promise.all(
          tools.map((tool) => {
            const key = fingerprintOf(tool)
            const made =
              definitions.get(key) ??
              serverTool(tool, { id, definition, call: (...given) => call({ tool, fingerprint: key }, ...given) })
            definitions.set(key, made)
            return made
          }),
        )
      },
      onChange: (listener) => {
        listeners.add(listener)
        return { [Symbol.dispose]: () => void listeners.delete(listener) }
      },
      [Symbol.asyncDispose]: async () => undefined,
    },
    status: async () => {
      const admitted = newest === undefined ? undefined : admitTools(newest, await readConsents())
      const [first] = pool.connections
      const closed = options.whyClosed()
      return {
        id,
        state: closed === undefined ? (first?.state.status ?? 'idle') : 'blocked',
        ...(closed === undefined ? problem : { reason: closed }),
        ...(era === undefined ? {} : { era }),
        ...(newest === undefined ? {} : { discovered: newest.tools.length + newest.rejected.length }),
        offered: (await offered()).length,
        filtered: admitted?.offered.filter((tool) => !isChosen(tool)).length ?? 0,
        withheld: admitted?.withheld ?? [],
        rejected: newest?.rejected ?? [],
        warnings: newest?.warnings ?? [],
        ...(latencyMs === undefined ? {} : { latencyMs }),
      }
    },
    inspect: async (signal, agent) => {
      const access = agent === undefined ? undefined : await options.accessOf({ agent })
      const granted = access?.status === 'open' ? access.overrides : undefined
      const isOwn = ownConnectionKey(definition, agent, granted) !== undefined
      const looking = isOwn ? pool.forCaller({ session: 'look', ...defined({ agent }) }, granted) : pool.forLooking()
      await looking.obtain(signal)
      const found = (looking as ServerConnection & Inventoried).inventory() ?? newest
      return found ?? fail('server_unavailable', `The MCP server "${id}" did not list its tools.`)
    },
    consents: () => consentStore.read(id),
    agree: async (inventory, by) => {
      const decided = { decidedBy: by, decidedAt: clock.now() }
      await consentStore.replace(id, [
        { item: '', fingerprint: inventory.identityFingerprint, definition: inventory.identity, ...decided },
        ...inventory.tools.map((tool) => ({
          item: tool.name,
          fingerprint: fingerprintOf(tool),
          definition: tool,
          ...decided,
        })),
      ])
      server.forget()
    },
    forget: () => {
      consents = undefined
      announce()
    },
    request: (context, send) =>
      onBehalfOf(context, undefined, (connection) => {
        const objection = async () => {
          const inventory = connection.inventory()
          const known = await readConsents()
          if (inventory === undefined || known.server?.fingerprint === inventory.identityFingerprint) return undefined
          return `Nobody agreed to the MCP server "${id}" as it is now. A person can look at it with \`drawbridge mcp consent ${id}\`.`
        }
        const { definition: own } = connection
        return sendRequest({ server: id, connection, definition: own, isRepeatable: true, objection, send }, context)
      }),
    retry: () => {
      for (const connection of pool.connections) connection.retry()
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  }
  return server

  /** Returns the settings in the caller's grant. Fails if the grants, as they are now, do not let it use the server, or the tool. A slow start leaves time for a change of them. */
  async function needAccess(
    { agent, user }: ToolContext['principal'],
    tool: string | undefined,
  ): Promise<AgentSettings | undefined> {
    const access = await options.accessOf({ agent, user })
    const objection = objectionOf(access, { server: id, tool })
    if (objection !== undefined) fail('tool_not_available', objection)
    return access.status === 'open' ? access.overrides : undefined
  }

  function call({ tool, fingerprint }: KnownTool, input: Readonly<Record<string, unknown>>, context: ToolContext) {
    return onBehalfOf(context, tool.name, (connection) => {
      // An open connection is not waited for, so the grants that were just read still count.
      const { status, generation } = connection.state
      const isStillAdmitted = async () => {
        if (status !== 'ready' || connection.state.generation !== generation)
          await needAccess(context.principal, tool.name)
        const inventory = connection.inventory()
        return inventory === undefined || isAdmitted({ tool, fingerprint }, inventory, await readConsents())
      }
      const { definition: own } = connection
      return callTool({ server: id, tool, input, connection, definition: own, isAdmitted: isStillAdmitted }, context)
    })
  }

  /** While it runs, the server may ask questions of this caller. */
  async function onBehalfOf<Result>(
    context: ToolContext,
    tool: string | undefined,
    act: (connection: ServerConnection & Inventoried) => Promise<Result>,
  ): Promise<Result> {
    const granted = await needAccess(context.principal, tool)
    const connection = pool.forCaller(context.principal, granted) as ServerConnection & Inventoried
    const startedAt = clock.now()
    connection.running.add(context)
    try {
      return await act(connection)
    } finally {
      connection.running.delete(context)
      latencyMs = clock.now() - startedAt
    }
  }
}

interface Inventoried {
  inventory(): Inventory | undefined
  /** The server as it is for the agent of its callers. */
  readonly definition: ServerDefinition
  readonly running: Set<ToolContext>
}
