import { join } from 'node:path'
import { env } from 'node:process'
import type { Principal, Registry, Session, SessionOptions } from '@drawbridge/core'
import { createCleanup, createSystemIdSource, systemClock } from '@drawbridge/core/base'
import type { ApprovalsSection } from '@drawbridge/core/configuration'
import type { DrawbridgeEventBody, EventCatalogue } from '@drawbridge/core/event'
import { assertOptions } from '@drawbridge/core/options'
import type { PolicySource, SessionPolicy } from '@drawbridge/core/policy'
import type { ListedTool } from '@drawbridge/core/registry'
import type { VirtualTree } from '@drawbridge/core/virtual'
import type { House, Room } from '@drawbridge/room'
import type { ConfigurationRow } from '@drawbridge/store/configuration-rows'
import { type ConfigSource, configSourceOf } from './config/config-source.ts'
import type { Configuration } from './config/configuration.ts'
import { hostListsOf } from './config/host-lists.ts'
import { configurationFiles, openConfiguration } from './config/open-configuration.ts'
import type { SecretReader } from './config/secrets-for.ts'
import { createStoredLayer, noRows } from './config/stored-rows.ts'
import { unapprovedSetting } from './config/unapproved-setting.ts'
import { createServices } from './create-services.ts'
import { hideUngranted } from './credentials/hide-ungranted.ts'
import { openCredentials } from './credentials/open-credentials.ts'
import { createHomeDatabase } from './database/home-database.ts'
import type { DrawbridgeOptions } from './drawbridge-options.ts'
import { realUserHome } from './home/real-user-home.ts'
import { resolveHome } from './home/resolve-home.ts'
import { agentSessionOptionsCheck, drawbridgeOptionsCheck, sessionOptionsCheck } from './option-checks.ts'
import { policySourceOn } from './policy/applied-configuration.ts'
import { alsoRefreshing } from './policy/create-configuration-source.ts'
import { livePolicy } from './policy/live-policy.ts'
import { openLiveConfiguration } from './policy/open-live-configuration.ts'
import { registerTools } from './register-tools.ts'
import { createGround } from './room/create-ground.ts'
import { createHouse } from './room/create-house.ts'
import { eventsOf, needRooms } from './room/find-rooms.ts'
import { type JoinedRooms, openRooms } from './room/open-rooms.ts'
import { loadSection } from './room/room-sections.ts'
import { registerRoomTools } from './room/room-tools.ts'
import { builtInRooms } from './rooms.ts'
import type { SandboxExplanation } from './sandbox/explain-sandbox.ts'
import { createLazyContainment } from './sandbox/lazy-containment.ts'
import { openWantedSandboxing } from './sandbox/open-wanted-sandboxing.ts'
import type { Sandboxing } from './sandbox/sandboxing.ts'
import { scrubberOf } from './scrub/scrubber-of.ts'
import { createHomeSecrets } from './secrets/home-secrets.ts'
import type { AgentSessionOptions } from './session/agent-session-options.ts'
import { createSessions } from './session/create-sessions.ts'
import { agentsFolder } from './virtual/agent-folder.ts'
import { asCaller } from './virtual/as-caller.ts'
import { describeTools } from './virtual/describe-tools.ts'
import { createLazyAgents } from './virtual/lazy-agents.ts'
import { learnAgents } from './virtual/learn-agents.ts'
import type { StoredAgent } from './virtual/stored-agent.ts'
import { createVirtualReader } from './virtual/virtual-reader.ts'
import { createExecutionSite } from './workspace/create-execution-site.ts'
import { resolveWorkspace } from './workspace/resolve-workspace.ts'

/** Everything wired together for one folder: tools, machine, record. Open a session and call. */
export interface Drawbridge extends AsyncDisposable {
  /** Real path. */
  readonly workspace: string
  readonly home: string
  /** The services for rooms. */
  readonly house: House
  readonly registry: Registry
  /** The known event types, including those of rooms. */
  readonly events: EventCatalogue
  /** The tools that exist and the decisions on them, with the reasons. */
  readonly policy: SessionPolicy
  /** The policy in force in the workspace, which follows the configuration files. */
  readonly policySource: PolicySource
  /** The settings that have changed since the start and that apply only from the next start, by dotted key. */
  pendingSettings(): readonly string[]
  /** True if `drawbridge approvals` can answer questions. */
  readonly hasDesk: boolean
  /** The configured ways to ask a client's user, as they are now. */
  clientApprovals(): Pick<ApprovalsSection, 'elicitation' | 'unaskedWaitSeconds'>
  /** The sandboxes for calls that do not run on this machine. Undefined if all calls do. */
  readonly sandboxing: Sandboxing | undefined
  /** Returns the place in which the calls of such a run would execute, and the reason. Starts nothing. */
  explainSandbox(principal?: Partial<Pick<Principal, 'role' | 'agent'>>): Promise<SandboxExplanation>
  openSession(options?: SessionOptions): Session
  /**
   * Opens a session of a stored agent, in its own folder for that user. Rejects with `invalid_option` if the agent does not exist.
   */
  openAgentSession(options: AgentSessionOptions): Promise<Session>
}

/**
 * Creates a Drawbridge. The composition root: the only place that knows both the interfaces of services and their implementations.
 * Throws `DrawbridgeError` if an option is unusable.
 *
 * @example
 * await using drawbridge = await createDrawbridge({ workspace: '.' })
 * const outcome = await drawbridge.openSession().call({ name: 'fs.read_file', arguments: { path: 'README.md' } })
 */
export async function createDrawbridge(options: DrawbridgeOptions = {}): Promise<Drawbridge> {
  assertOptions(drawbridgeOptionsCheck, options, 'options')
  const home = resolveHome({ flag: options.home })
  await using cleanup = createCleanup()
  const { clock = systemClock, ids = createSystemIdSource() } = options
  const config = configSourceOf(options)
  const { authority = {} } = options
  const rooms = await needRooms({ home, config, own: options.rooms })
  const database = cleanup.use(createHomeDatabase({ home, config, rooms: async () => rooms }))
  let joined: JoinedRooms | undefined
  const agents = createLazyAgents({
    ...options.agents,
    interceptors: (caller) => [
      ...(options.agents?.interceptors?.(caller) ?? []),
      ...(joined?.interceptors(caller) ?? []),
    ],
    home,
    clock,
    database,
  })
  const { agent, user } = options
  const kept = agent === undefined || options.workspace !== undefined ? undefined : await agents.need({ agent, user })
  const workspace = kept?.workspace ?? resolveWorkspace(options.workspace)
  const secrets = cleanup.use(createHomeSecrets(database, { home, clock }))
  const stored = createStoredLayer(database)
  const initial = config === false ? noRows : await stored.read()
  const configuration = await configurationOf(config, { workspace, home, rooms, rows: initial.rows }, secrets.read)
  const knownAgents = await learnAgents(options, { configuration, agents, isKept: kept !== undefined })
  const { own: ownTools = [], sources = [], builtIn = true, credentialed = [], web } = options.tools ?? {}
  const { writeRoots = [] } = authority
  const untrusted = [workspace, agentsFolder(home), ...writeRoots, ...(configuration?.writeRoots ?? [])]
  const credentials = await openCredentials(credentialed, { untrusted, stored: secrets.programs })
  secrets.watch(() => void credentials.refresh?.().catch(() => undefined))
  const hosts = configuration === undefined ? web?.hosts : hostListsOf(configuration, web?.hosts)
  const scrubber = await scrubberOf(options, { configuration, credentials, database })
  const sectionFor = async (room: Room) => configuration?.rooms.get(room.name) ?? (await loadSection(room))?.builtIn
  const owner = cleanup.use(
    createHouse({
      ground: createGround({ home, environment: process.env, clock, database, secrets: credentials.secrets }),
      ids,
      scrubber,
      rooms,
      sectionFor,
      hostsFor: (own) => (configuration === undefined ? own : hostListsOf(configuration, own)),
    }),
  )
  const { house } = owner
  const isConfigured = (room: Room) => configuration?.rooms.has(room.name) ?? false
  joined = await openRooms(rooms, { house, isConfigured, sectionFor }, cleanup)
  const treeOf = (each: StoredAgent) => agents.treeOf(each, () => describeTools(credentials, each))
  const tree = kept === undefined ? undefined : await treeOf(kept)
  const sandboxing = await openWantedSandboxing(
    options.sandbox,
    { home, clock, hosts, layers: configuration?.layers },
    cleanup,
  )
  const containment = cleanup.use(
    createLazyContainment({
      scratch: join(home, 'cache', 'contained'),
      userHome: realUserHome(),
      searchPath: env.PATH ?? '',
    }),
  )
  const unapproved = unapprovedSetting(configuration?.layers, options.sandbox?.unapproved)
  const decided = { home, clock, ids, configuration, credentials, sandboxing, containment, unapproved, database }
  let currentConfiguration = () => configuration
  const events = eventsOf(rooms)
  const wired = { ...options, ...decided, scrubber, joined, catalogue: events }
  const services = await createServices(
    {
      ...wired,
      workspace,
      tree,
      readVirtual: createVirtualReader(agents, treeOf),
      currentConfiguration: () => currentConfiguration(),
    },
    cleanup,
  )
  const offered = { own: ownTools, sources, builtIn, web: { ...web, ...(hosts === undefined ? {} : { hosts }) } }
  await registerTools(services.registry, offered, credentials, cleanup)
  const own = builtIn ? rooms : rooms.filter((room) => !builtInRooms.includes(room))
  registerRoomTools(services.registry, own, house, sectionFor)
  for (const source of joined.sources) cleanup.use(await services.registry.connect(source))
  const absent = await absentTools(builtIn || config === false)
  const known = () => [...services.registry.list(), ...absent]
  const {
    source: configured,
    site,
    pending,
  } = openLiveConfiguration({
    initial: configuration,
    applying: { registry: services.registry, known, mode: authority.mode },
    files: config === false ? undefined : configurationFiles({ home, workspace, config }),
    stored: { ...stored, initialRevision: initial.revision },
    read: (rows) => configurationOf(config, { workspace, home, rooms, rows }, secrets.read),
    // Sandboxes are made with the folders of the start.
    ...(sandboxing === undefined
      ? { siteOf: (changed) => createExecutionSite(workspace, { ...wired, configuration: changed }, tree) }
      : {}),
    clock,
  })
  const source = alsoRefreshing(configured, credentials.refresh)
  currentConfiguration = () => source.current().configuration
  const policyFor = (folder: string): SessionPolicy =>
    hideUngranted(livePolicy(policySourceOn(source, folder)), credentials.grants)
  const policySource = policySourceOn(source, workspace)
  const policy = policyFor(workspace)
  const endSandboxes = sandboxing?.endSession
  const sessions = cleanup.use(
    createSessions({
      ...services,
      policy,
      endSandboxes,
      forNextRun: () => ({ ...services.forNextRun?.(), ...site() }),
    }),
  )
  /** The parts of a session in another folder: folders as they are configured when it is opened. */
  const elsewhere = async (folder: string, virtual?: VirtualTree) => ({
    ...(await createExecutionSite(folder, { ...wired, configuration: currentConfiguration() }, virtual)),
    forNextRun: services.forNextRun,
    policy: policyFor(folder),
  })
  const open: Drawbridge['openSession'] = (session) => {
    assertOptions(sessionOptionsCheck, session, 'options')
    const caller = asCaller(session, { agent, user: kept?.user ?? user }, kept)
    knownAgents.assert(session?.principal?.agent, 'options.principal.agent')
    return sessions.open(caller)
  }
  owner.stand({
    policy: policySource,
    questioners: () => services.questioners,
    emit: async ({ session, run }, event) => {
      const log = sessions.find(session)?.events
      // The catalogue knows it by its type, or keeps it as it is.
      await log?.record(event as unknown as DrawbridgeEventBody, run, 'grouped')
      return log !== undefined
    },
    openSession: async ({ workspace: folder, ...session } = {}) => {
      if (folder === undefined) return open(session)
      return sessions.open(asCaller(session, { agent, user }, undefined), await elsewhere(resolveWorkspace(folder)))
    },
  })
  const owned = cleanup.move()
  return {
    workspace,
    home,
    registry: services.registry,
    events,
    policy,
    policySource,
    pendingSettings: pending,
    hasDesk: services.approvers.some(({ answersLater }) => answersLater !== undefined),
    clientApprovals: () => currentConfiguration()?.approvals ?? {},
    sandboxing,
    explainSandbox: async ({ role = 'main', agent: of = agent } = {}) => {
      const session = services.ids.next('session')
      const who = { role, session, run: session, parents: [], ...(of === undefined ? {} : { agent: of }) }
      const { placeFor } = services
      const { explainSandbox } = await import('./sandbox/explain-sandbox.ts')
      try {
        return await explainSandbox({ sandboxing, placeFor, principal: who, readsOnly: policy.readsOnly({}) })
      } finally {
        await sandboxing?.endSession(session)
      }
    },
    house,
    openSession: open,
    openAgentSession: async (wanted) => {
      assertOptions(agentSessionOptionsCheck, wanted, 'options')
      const { agent: id, user: whom, ...session } = wanted
      const other = await agents.need({ agent: id, user: whom })
      knownAgents.add(other.record.id)
      const caller = { agent: other.record.id, user: other.user }
      return sessions.open(asCaller(session, caller, other), await elsewhere(other.workspace, await treeOf(other)))
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  }
}

/** Configurations may name the built-in tools even if a command works without them. */
async function absentTools(isNone: boolean): Promise<readonly ListedTool[]> {
  if (isNone) return []
  const { builtInRegistry } = await import('./config/check-policy-file.ts')
  return (await builtInRegistry()).list()
}

async function configurationOf(
  config: ConfigSource | undefined,
  folders: Folders & { readonly rooms: readonly Room[]; readonly rows: readonly ConfigurationRow[] },
  secrets: SecretReader,
): Promise<Configuration | undefined> {
  return config === false ? undefined : openConfiguration({ ...folders, config, secrets })
}

type Folders = Pick<Drawbridge, 'workspace' | 'home'>
