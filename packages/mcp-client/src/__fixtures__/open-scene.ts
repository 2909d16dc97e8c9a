import { appendFileSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { approveEverything, createRegistry, openRun, type Outcome, type Principal, type Registry, type Run, type RunOptions } from '@drawbridge/core'
import { type Clock, createCleanup, systemClock } from '@drawbridge/core/base'
import type { ModelCaller } from '@drawbridge/core/model'
import { createScrubber } from '@drawbridge/core/scrub'
import { createMemoryMachine, testPrincipal } from '@drawbridge/core/testing'
import { createGuardedClient, createHostPolicy, type GuardedClientOptions, type HostLists } from '@drawbridge/net'
import type { House, SpeakingProgram } from '@drawbridge/room'
import { createOrphanGuard, startPipedProgram } from '@drawbridge/sandbox/piped'
import { type Database, openDatabase } from '@drawbridge/store/database'
import { createKeySource, createSealer } from '@drawbridge/store/secrets'
import { onTestFinished } from 'vitest'
import { type McpGrants, openGrants } from '../grants/open-grants.ts'
import { mcpRoom } from '../room.ts'
import type { ServerDefinition } from '../section/mcp-section.ts'
import { createServers, type McpServers } from '../server/create-servers.ts'
import { toolsOfServers } from '../tools-of-servers.ts'

/** Servers with real processes and a real database, and a registry that their tools are in. */
export interface Scene {
  readonly folder: string
  readonly mcp: McpServers
  readonly registry: Registry
  readonly database: Database
  /** The secrets that are removed from everything that leaves. */
  readonly hidden: ReadonlySet<string>
  readonly grants: McpGrants
  /** Opens a run, of the scene's usual caller if no other is named. */
  run(principal?: Partial<Principal>, options?: Partial<RunOptions>): Run
  /** Agrees to everything that a server offers now, and waits until its tools are listed. */
  agree(id: string): Promise<void>
  call(name: string, input?: object, principal?: Partial<Principal>, signal?: AbortSignal): Promise<Outcome>
  /** The messages of progress of the last call. */
  readonly progress: readonly string[]
}

export interface SceneOptions {
  readonly clock?: Clock
  readonly environment?: Readonly<Record<string, string>>
  readonly database?: Database
  /** The folder with the key of the secrets, for scenes that share a database. Default: its own. */
  readonly keys?: string
  readonly deferAbove?: number
  /** True if the tools for searching, reading and so on are there too. */
  readonly withTools?: boolean
  /** Of the clients for servers at an address. */
  readonly net?: Pick<GuardedClientOptions, 'resolver' | 'dialer'>
  /** Carries out small tasks for a model. Default: none is configured. */
  readonly modelCaller?: ModelCaller
  /** Hosts inside the own network that the operator allows, as `network.internal` does. */
  readonly internalHosts?: readonly string[]
}

/** The most time that a look at a server takes: a busy machine starts slowly. */
const patienceMs = 60_000

const script = fileURLToPath(new URL('./script-server.ts', import.meta.url))

/** A server that follows a script. */
export function scripted(what: object = {}, more: Partial<ServerDefinition> = {}): ServerDefinition {
  return { command: execPath, args: [script, JSON.stringify(what)], era: 'legacy', ...more }
}

/** The process ids that a scripted server wrote down at its starts. */
export function startsIn(log: string): readonly number[] {
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map(Number) : []
}

/** Opens a scene that is closed when the test ends. */
export async function openScene(
  servers: Readonly<Record<string, ServerDefinition>>,
  {
    clock = systemClock,
    environment = {},
    database: given,
    keys: givenKeys,
    net = {},
    internalHosts = [],
    modelCaller,
    deferAbove,
    withTools = false,
  }: SceneOptions = {},
): Promise<Scene> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-mcp-')))
  const keys = givenKeys ?? folder
  const cleanup = createCleanup()
  onTestFinished(async () => {
    await cleanup[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })
  const rooms = [{ room: mcpRoom.name, migrations: mcpRoom.migrations ?? [], sealed: mcpRoom.sealed ?? [] }]
  const database = given ?? cleanup.use(await openDatabase({ kind: 'sqlite', file: join(folder, 'db.sqlite'), rooms }))
  const source = new Proxy(environment, { get: (own, name: string) => own[name] ?? process.env[name], ownKeys: (own) => [...new Set([...Object.keys(own), ...Object.keys(process.env)])], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) })
  const guard = cleanup.use(createOrphanGuard(source))
  const hidden = new Set<string>()
  const house = {
    home: folder,
    environment: source,
    clock,
    database: { find: async () => database, obtain: async () => database, options: async () => undefined },
    sealer: async () => createSealer(createKeySource({ home: keys, environment: {} })),
    hide: (secret: string) => void hidden.add(secret),
    scrubber: createScrubber(),
    startSpeaking: ({ cwd = folder, ...program }: SpeakingProgram) =>
      startPipedProgram({ ...program, cwd }, { source, guard }),
    client: async (_purpose: string, hosts: HostLists = {}) =>
      createGuardedClient({
        ...net,
        policy: createHostPolicy({ ...hosts, internalHosts: [...(hosts.internalHosts ?? []), ...internalHosts] }),
      }),
  } as unknown as House
  const section = { servers, ...(deferAbove === undefined ? {} : { deferAbove }) }
  const mcp = cleanup.use(await createServers(house, section))
  const grants = cleanup.use(await openGrants(house, section))
  Object.assign(house, {
    service: async (name: string) => ({ mcpServers: mcp, mcpGrants: grants, modelCaller })[name],
    emit: async () => true,
  })
  const registry = createRegistry()
  for (const row of withTools ? toolsOfServers : []) {
    registry.registerDeferred({ ...row, load: () => row.load(house, section) }, { native: true })
  }
  for (const { source: tools } of mcp.servers) cleanup.use(await registry.connect(tools))
  const progress: string[] = []
  const run: Scene['run'] = (given = {}, options = {}) => {
    const memory = createMemoryMachine()
    const principal = { ...testPrincipal, ...given }
    return openRun({
      registry,
      principal,
      machine: memory,
      resolver: memory.resolver,
      approvers: [approveEverything],
      hooks: { preToolUse: [grants.hook] },
      hide: ({ name }) => {
        const reason = grants.objectionTo(name, principal)
        return reason === undefined ? undefined : { class: 'removed', reason, source: 'grants' }
      },
      defer: (tools) => mcp.defer(tools, principal),
      ...options,
    })
  }

  return {
    folder,
    mcp,
    registry,
    database,
    hidden,
    grants,
    progress,
    agree: async (id) => {
      const server = mcp.get(id)
      const inventory = await server.inspect(AbortSignal.timeout(patienceMs))
      await server.agree(inventory, 'ann')
      await refreshed(registry, id, (await server.status()).offered)
    },
    run,
    call: async (name, input = {}, principal = {}, signal) => {
      progress.length = 0
      const own = run(principal, signal === undefined ? {} : { signal })
      using _listening = own.events.subscribe((event) => {
        if (event.type === 'tool.progress') progress.push(event.message)
      })
      return await own.call({ name, arguments: input })
    },
  }
}

/** A source lists its tools in its own time after a change. */
async function refreshed(registry: Registry, id: string, count: number): Promise<void> {
  for (let look = 0; look < 200; look += 1) {
    if (registry.list().filter(({ name }) => name.startsWith(`mcp.${id}.`)).length === count) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`The tools of "${id}" did not arrive.`)
}

/** Writes a file that a script looks for. */
export function touch(file: string): void {
  appendFileSync(file, 'x')
}
