import { DrawbridgeError, type Principal } from '@drawbridge/core'
import { defined, didYouMean } from '@drawbridge/core/base'
import type { House, ProgramSandbox } from '@drawbridge/room'
import { createConnectionBudget } from '../connection/connection-budget.ts'
import { createConsentStore } from '../consent/consent-store.ts'
import { createEraStore } from '../consent/era-store.ts'
import { deferredTools } from '../deferred/deferred-tools.ts'
import { answerElicitations } from '../elicitation/answer-elicitation.ts'
import { resolveAccess } from '../grants/server-access.ts'
import { createHttpTransport, ownHosts } from '../link/http-transport.ts'
import { openLink } from '../link/open-link.ts'
import { createStdioTransport } from '../link/stdio-transport.ts'
import { createLogins, type McpLogins } from '../login/create-logins.ts'
import type { ServerTokens } from '../login/tokens-of-server.ts'
import { answerSampling } from '../sampling/answer-sampling.ts'
import { createSamplingRate, type SamplingRate } from '../sampling/sampling-rate.ts'
import { definitionForAgent, startMsOf } from '../section/definition-for-agent.ts'
import type { McpSection } from '../section/mcp-section.ts'
import type { AgentSettings, ServerDefinition } from '../section/server-schema.ts'
import { withSecrets } from '../section/stored-secrets.ts'
import { prefixedName } from '../tools/prefixed-name.ts'
import { serverOf } from '../tools/server-of.ts'
import { loginReason, readCallError } from './call-error.ts'
import { createServer } from './create-server.ts'
import type { ManagedServer } from './managed-server.ts'
import { homeMark, isInsideItself, selfMark } from './self-mark.ts'

/** The MCP servers of a house. */
export interface McpServers extends AsyncDisposable {
  /** Those that are switched on, in the order of the configuration. */
  readonly servers: readonly ManagedServer[]
  /** The ids of those that are switched off. */
  readonly off: readonly string[]
  readonly logins: McpLogins
  /** Returns the names of tools that a caller's model is not shown, because there are too many. */
  defer(tools: readonly { readonly name: string }[], principal: Principal): ReadonlySet<string>
  /**
   * Returns the name by which a tool is shown, if its server has a prefix for names of its own.
   * @param granted The settings in the grant of the agent.
   */
  exposedName(tool: string, agent?: string, granted?: AgentSettings): string | undefined
  /** @throws DrawbridgeError `invalid_option` if no such server is switched on. */
  get(id: string): ManagedServer
}

declare module '@drawbridge/core' {
  interface Services {
    /** The MCP servers whose tools are ours. */
    readonly mcpServers: McpServers
  }
}

const defaultDeferAbove = 40
/** The tokens of an answer to a server's request for words of a model. */
const defaultMaxTokens = 1_000
/** Such requests in one minute. */
const defaultPerMinute = 6
/** Without the service there are no grants to read; a server that demands one is closed then. */
const noGrants = { agent: undefined, user: undefined }

/** Creates the servers of a configuration. None is started before it is needed. */
export async function createServers(house: House, section: McpSection | undefined): Promise<McpServers> {
  const configured = Object.entries(section?.servers ?? {})
  const [consentStore, eraStore] = [createConsentStore(house.database), createEraStore(house.database, house.clock.now)]
  const logins = await createLogins(house, section?.servers ?? {})
  const budget = createConnectionBudget()
  const rates = new Map<string, SamplingRate>()
  const samplingOf = (server: string, limits: NonNullable<ServerDefinition['sampling']>) => {
    const rate = rates.get(server) ?? createSamplingRate(limits.perMinute ?? defaultPerMinute, house.clock)
    rates.set(server, rate)
    return {
      server,
      maxTokens: limits.maxTokens ?? defaultMaxTokens,
      rate,
      caller: () => house.service('modelCaller'),
      scrub: (text: string) => house.scrubber.scrub(text).text,
    }
  }
  const isOn = ({ enabled, command, url }: ServerDefinition) => enabled !== false && (command ?? url) !== undefined
  const servers = configured
    .filter(([, definition]) => isOn(definition))
    .map(([id, definition]) =>
      createServer({
        id,
        definition,
        clock: house.clock,
        budget,
        consentStore,
        eraStore,
        accessOf: async (caller) =>
          (await house.service('mcpGrants'))?.accessOf(id, caller) ?? resolveAccess(definition, noGrants),
        chance: Math.random,
        withSecrets: (settings) => withSecrets(settings, house),
        openLink: (options) =>
          openLink({
            ...options,
            era: definition.era ?? 'auto',
            startMs: startMsOf(options.definition),
            capabilities: {
              elicitation: { form: {} },
              ...(definition.sampling === undefined ? {} : { sampling: {} }),
            },
            prepare: (client) => {
              answerElicitations(client, id, options.running)
              if (definition.sampling === undefined) return
              answerSampling(client, { ...samplingOf(id, definition.sampling), running: options.running })
            },
            createTransport: () =>
              createTransport(house, id, options.definition, () => logins.tokensFor(id, options.user)),
          }),
        blockedBy: (error) => {
          if (SelfContainedError.isInstance(error)) return error.message
          const known = readCallError(error)
          return known.kind === 'login' ? loginReason(id, known) : undefined
        },
        whyClosed: () => (definition.command !== undefined && isInsideItself(house) ? insideItself : undefined),
      }),
    )
  const byId = new Map(servers.map((server) => [server.id, server]))
  const watching = await consentStore.watch((id) => {
    for (const server of id === undefined ? servers : servers.filter((one) => one.id === id)) server.forget()
  })
  const watchingLogins = await logins.watch((id) => {
    for (const server of id === undefined ? servers : servers.filter((one) => one.id === id)) server.retry()
  })
  return {
    servers,
    logins,
    off: configured.filter(([, definition]) => !isOn(definition)).map(([id]) => id),
    defer: (tools) =>
      deferredTools(
        tools.map(({ name }) => name),
        { servers: configured.map(([id]) => id), above: section?.deferAbove ?? defaultDeferAbove },
      ),
    exposedName: (tool, agent, granted) => {
      const id = serverOf(tool)
      const server = id === undefined ? undefined : byId.get(id)
      const prefix = server && definitionForAgent(server.definition, agent, granted).toolPrefix
      return prefix === undefined ? undefined : prefixedName(tool, { id: id ?? '', prefix })
    },
    get: (id) => {
      const found = byId.get(id)
      if (found !== undefined) return found
      const hint = didYouMean(id, byId.keys())
      throw new DrawbridgeError('invalid_option', `No MCP server that is switched on has the id "${id}".${hint}`)
    },
    [Symbol.asyncDispose]: async () => {
      watching[Symbol.dispose]()
      watchingLogins[Symbol.dispose]()
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
      await logins[Symbol.asyncDispose]()
    },
  }
}

const insideItself =
  'This Drawbridge was itself started as a server by one with the same data folder, so it starts no servers.'

/** This process was started by a Drawbridge with the same data folder: its servers would start each other without end. */
class SelfContainedError extends Error {
  override readonly name = 'SelfContainedError'

  static isInstance(value: unknown): value is SelfContainedError {
    return value instanceof Error && value.name === 'SelfContainedError'
  }
}

async function createTransport(
  house: House,
  id: string,
  definition: ServerDefinition,
  tokensOf: () => Promise<ServerTokens>,
) {
  const { command, args = [], env = {}, cwd, sandbox, url = '', headers = {}, transport } = definition
  if (command === undefined) {
    const hosts = ownHosts(url)
    const isFixed = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
    const tokens = isFixed ? undefined : await tokensOf()
    const client = await house.client(`mcp.${id}`, hosts.length === 0 ? {} : { internalHosts: hosts })
    return createHttpTransport({ url, kind: transport === 'sse' ? 'sse' : 'http', headers, client, tokens })
  }
  if (isInsideItself(house)) {
    throw new SelfContainedError(insideItself)
  }
  return createStdioTransport({
    start: (listeners) =>
      house.startSpeaking({
        name: `mcp-${id}`,
        argv: [command, ...args],
        environment: { ...env, [selfMark]: homeMark(house) },
        ...(cwd === undefined ? {} : { cwd }),
        ...(sandbox === undefined ? {} : { sandbox: programSandbox(sandbox) }),
        ...listeners,
      }),
  })
}

function programSandbox({ memoryMb, cpus, processes, openFiles, ...places }: SandboxOfServer): ProgramSandbox {
  const memory = memoryMb === undefined ? {} : { memoryBytes: memoryMb * 1024 * 1024 }
  return { ...defined(places), limits: { ...memory, ...defined({ cpus, processes, openFiles }) } }
}

type SandboxOfServer = NonNullable<ServerDefinition['sandbox']>
