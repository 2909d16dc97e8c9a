import { type Cleanup, createCleanup } from '@drawbridge/core/base'
import { assertOptions } from '@drawbridge/core/options'
import { describePrograms } from '@drawbridge/tools'
import { readHomeConfiguration } from './config/read-home-configuration.ts'
import { createServices } from './create-services.ts'
import { guardCredentials, hideUngranted } from './credentials/guard-credentials.ts'
import type { Credentials } from './credentials/open-credentials.ts'
import type { Drawbridge } from './drawbridge.ts'
import type { DrawbridgeOptions } from './drawbridge-options.ts'
import { openHome } from './home/open-home.ts'
import { drawbridgeOptionsCheck } from './option-checks.ts'
import { livePolicy, policySourceOn } from './policy/applied-configuration.ts'
import { alsoRefreshing } from './policy/create-configuration-source.ts'
import { openLiveConfiguration } from './policy/open-live-configuration.ts'
import { eventsOf } from './room/find-rooms.ts'
import { joinOffers } from './room/join-offers.ts'
import { openHouse } from './room/open-house.ts'
import { scrubberOf } from './scrub/scrubber-of.ts'
import { openSessions } from './session/open-sessions.ts'
import { registerTools } from './tools/register-tools.ts'
import type { StoredAgent } from './virtual/stored-agent.ts'
import { createVirtualReader } from './virtual/virtual-reader.ts'
import { foldersOfTeams } from './workspace/folders-of-teams.ts'
import { openPlaces } from './workspace/open-places.ts'

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
  const cleanup = createCleanup()
  try {
    return await wire(options, cleanup)
  } catch (error) {
    await cleanup[Symbol.asyncDispose]()
    throw error
  }
}

/** Home, configuration, house, rooms, sessions: each is made of those before it. */
async function wire(options: DrawbridgeOptions, cleanup: Cleanup): Promise<Drawbridge> {
  const home = await openHome(options, cleanup)
  const { workspace, clock, agents, kept, rooms } = home

  const { initial, ...settings } = await readHomeConfiguration(home)
  let configuration = () => initial
  const current = () => configuration()

  const credentials = await guardCredentials({ options, home, configuration: initial })
  const scrubber = await scrubberOf(options, { configuration: initial, credentials, database: home.database })
  const { secrets } = credentials
  const house = await openHouse({ options, home, secrets, scrubber, configuration: current }, cleanup)
  const { joined } = house

  const events = eventsOf(rooms)
  const places = await openPlaces(
    {
      ...{ options, home, configuration: initial, credentials, readRoots: joined.readRoots },
      callersFolders: foldersOfTeams(house.house),
    },
    cleanup,
  )
  const { sandboxing } = places
  const treeOf = (agent: StoredAgent) =>
    agents.treeOf(agent, {
      describeTools: () => describeTools(credentials, agent),
      interceptors: joined.interceptors,
    })
  const tree = kept === undefined ? undefined : await treeOf(kept)
  const place = await places.on(workspace, initial, tree)
  const readVirtual = createVirtualReader(agents, treeOf)
  const services = await createServices(
    { options, home, configuration: current, scrubber, catalogue: events, joined, readVirtual, place },
    cleanup,
  )
  const { registry } = services
  const known = await registerTools(registry, { tools: options.tools, home, house, credentials }, cleanup)

  const live = openLiveConfiguration({
    ...settings,
    initial,
    applying: { registry, known, mode: options.authority?.mode },
    prepareRooms: house.prepare,
    // Sandboxes are made with the folders of the start.
    ...(sandboxing === undefined ? { siteOf: (changed) => places.on(workspace, changed, tree) } : {}),
    clock,
  })
  const refreshes = [credentials.refresh, joined.refresh].filter((refresh) => refresh !== undefined)
  const refreshAll = async () => void (await Promise.allSettled(refreshes.map((refresh) => refresh())))
  const source = alsoRefreshing(live.source, refreshes.length === 0 ? undefined : refreshAll)
  configuration = () => source.current().configuration
  const policySource = policySourceOn(source, workspace)
  const policyFor = (folder: string) =>
    joined.hideFrom(hideUngranted(livePolicy(policySourceOn(source, folder)), credentials.grants))
  const sessions = await openSessions(
    { options, home, services, places, configuration: current, policyFor, site: live.site, treeOf },
    cleanup,
  )
  house.stand({
    policy: policySource,
    questioners: () => services.questioners,
    emit: sessions.emit,
    limitsOf: sessions.limitsOf,
    afterRun: sessions.afterRun,
    artifacts: services.artifacts,
    subagentHooks: async () => (await import('./hook/subagent-hooks-of.ts')).subagentHooksOf(services, sessions.emit),
    openSession: ({ workspace: folder, ...session } = {}) => sessions.openIn(folder, session),
  })
  const policy = policyFor(workspace)
  return {
    workspace,
    home: home.home,
    registry,
    events,
    policy,
    policySource,
    pendingSettings: live.pending,
    offer: joinOffers(joined.offers, scrubber),
    hasDesk: services.approvers.some(({ answersLater }) => answersLater !== undefined),
    clientApprovals: () => current()?.approvals ?? {},
    sandboxing,
    artifacts: services.artifacts,
    explainSandbox: async (principal) => {
      const { explainSandboxOf } = await import('./sandbox/explain-sandbox.ts')
      const defaults = { role: 'main', agent: options.agent, ...principal } as const
      return explainSandboxOf(defaults, { places, place, policy, ids: home.ids })
    },
    house: house.house,
    openSession: sessions.open,
    loadRoutes: house.loadRoutes,
    pages: home.rooms.flatMap(({ name: room, pages = [] }) => pages.map((row) => ({ room, row }))),
    startWorkers: house.startWorkers,
    promptBlocks: ({ agent = options.agent, user } = {}) => house.house.promptBlocks({ agent, user }),
    openAgentSession: sessions.openForAgent,
    [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose](),
  }
}

/**
 * Returns the generated section of `TOOLS.md`: the programs with credentials that the agent may currently run for its
 * user.
 */
export async function describeTools(
  { grants, refresh }: Pick<Credentials, 'grants' | 'refresh'>,
  { record, user }: StoredAgent,
): Promise<string | undefined> {
  await refresh?.()
  const section = describePrograms(grants.of({ agent: record.id, user }).list())
  return section === '' ? undefined : section
}
