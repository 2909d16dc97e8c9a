import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { DrawbridgeError, type ServiceName, type Services, type Session } from '@drawbridge/core'
import { type Cleanup, createCleanup, defined, type IdSource } from '@drawbridge/core/base'
import type { BackgroundProcess } from '@drawbridge/core/machine'
import type { PolicySource } from '@drawbridge/core/policy'
import type { Scrubber } from '@drawbridge/core/scrub'
import type { GuardedClient, HostLists } from '@drawbridge/net'
import type { House, HouseGround, LongLivedProgram, ProgramSandbox, PromptCaller, Room } from '@drawbridge/room'
import type { OrphanGuard, PipedProgram } from '@drawbridge/sandbox/piped'
import { realUserHome } from '../home/real-user-home.ts'
import type { ProgramSandboxes, ProgramSandboxesOptions } from '../sandbox/program-sandboxes.ts'

/** The parts of a house. */
export interface HouseParts {
  readonly ground: HouseGround
  readonly workspace: string
  readonly agent?: string | undefined
  readonly ids: IdSource
  readonly scrubber: Scrubber
  readonly rooms: readonly Room[]
  sectionFor(room: Room): unknown
  /** Removes a secret from everything that leaves. */
  hide(secret: string): void
  /** Returns the current lists of the operator for one purpose, with further hosts. */
  hostsFor(purpose: string, own: HostLists | undefined): () => HostLists | undefined
  /** Returns the sandbox of programs that name none; undefined if they run on the machine itself. */
  sandboxOfPrograms(): ProgramSandbox | undefined
}

/** Parts that are set once the house exists: rooms are opened before there are sessions. */
export interface HouseLife {
  readonly policy: PolicySource
  questioners: House['questioners']
  openSession: House['openSession']
  emit: House['emit']
  limitsOf: House['limitsOf']
  afterRun: House['afterRun']
  subagentHooks: House['subagentHooks']
  readonly artifacts: House['artifacts']
}

/** A house with what was made for its rooms: clients, programs, services. Disposing of it ends them. */
export interface OwnedHouse extends AsyncDisposable {
  readonly house: House
  /** From now on it has a policy and sessions. */
  stand(life: HouseLife): void
}

/** The module that is loaded with the first prompt. */
interface PromptRenderer {
  renderPromptBlocks(rooms: readonly Room[], house: House, caller: PromptCaller): ReturnType<House['promptBlocks']>
}

/** @throws DrawbridgeError `invalid_option` for services that no room provides, or that two rooms provide. */
export function createHouse({
  ground,
  workspace,
  agent,
  ids,
  scrubber,
  rooms,
  sectionFor,
  hostsFor,
  hide,
  sandboxOfPrograms,
}: HouseParts): OwnedHouse {
  const providers = providersAmong(rooms)
  const cleanup = createCleanup()
  const clients = new Map<string, { readonly hosts: string; readonly client: Promise<GuardedClient> }>()
  const services = new Map<string, Promise<unknown>>()
  const speaking = new Set<PipedProgram>()
  cleanup.use({ [Symbol.asyncDispose]: async () => void (await Promise.all([...speaking].map(({ stop }) => stop()))) })
  let guard: OrphanGuard | undefined
  let life: HouseLife | undefined
  let sandboxes: Promise<ProgramSandboxes> | undefined
  let rendering: Promise<PromptRenderer> | undefined
  const openSandboxes = () => {
    sandboxes ??= openSandboxesOf(
      { home: ground.home, clock: ground.clock, hosts: hostsFor('mcp', undefined) },
      cleanup,
    )
    return sandboxes
  }
  const alive = (): HouseLife => {
    if (life !== undefined) return life
    throw new DrawbridgeError(
      'invalid_option',
      'While rooms are being opened, the policy and sessions are not available yet.',
    )
  }
  const house: House = {
    ...ground,
    workspace,
    agent,
    ids,
    scrubber,
    get policy() {
      return alive().policy
    },
    questioners: () => alive().questioners(),
    client: (purpose, hosts) => {
      const wanted = JSON.stringify(hosts ?? {})
      const known = clients.get(purpose)
      if (known !== undefined && known.hosts !== wanted) {
        throw new TypeError(`The client for "${purpose}" was made for other hosts.`)
      }
      const client = known?.client ?? openClient(hostsFor(purpose, hosts))
      clients.set(purpose, { hosts: wanted, client })
      return client
    },
    openSession: (options): Promise<Session> => alive().openSession(options),
    emit: (run, event) => alive().emit(run, event),
    limitsOf: (run) => alive().limitsOf(run),
    afterRun: (run, work) => alive().afterRun(run, work),
    subagentHooks: () => alive().subagentHooks(),
    get artifacts() {
      return alive().artifacts
    },
    promptBlocks: async (caller) => {
      rendering ??= import('./render-prompt-blocks.ts')
      const { renderPromptBlocks } = await rendering
      return renderPromptBlocks(rooms, house, caller)
    },
    hide,
    readText: (path) => readFile(resolve(ground.home, path), 'utf8'),
    start: async (program) => {
      const process = await startProgram(program, ground)
      cleanup.use({ [Symbol.asyncDispose]: async () => void (await process.stop()) })
      return process
    },
    startSpeaking: async ({ name, cwd, sandbox = sandboxOfPrograms(), ...program }) => {
      const { createOrphanGuard, startPipedProgram } = await import('@drawbridge/sandbox/piped')
      guard ??= createOrphanGuard(ground.environment)
      const context = { source: ground.environment, guard }
      const place = sandbox && (await (await openSandboxes()).placeFor({ name, sandbox, ...defined({ cwd }) }))
      const started =
        place === undefined
          ? await startPipedProgram({ ...program, cwd: cwd ?? ground.home }, context)
          : await startPipedProgram({ ...program, cwd: place.cwd }, { ...context, launcher: place.launcher })
      speaking.add(started)
      const stop = () => started.stop().finally(() => speaking.delete(started))
      return { ...started, stop }
    },
    service: <Name extends ServiceName>(name: Name) => {
      const room = providers.get(name)
      if (room === undefined) return Promise.resolve(undefined)
      const made = services.get(name) ?? provide(room, name)
      services.set(name, made)
      return made as Promise<Services[Name]>
    },
  }
  return {
    house,
    stand: (given) => {
      life = given
    },
    [Symbol.asyncDispose]: () => cleanup[Symbol.asyncDispose](),
  }

  async function provide(room: Room, name: string): Promise<unknown> {
    const make = (room.provides as Readonly<Record<string, Provider>> | undefined)?.[name]
    const service: unknown = await make?.(house, sectionFor(room))
    if (isDisposable(service)) cleanup.use(service)
    return service
  }
}

type Provider = (house: House, section: unknown) => Promise<unknown>

function providersAmong(rooms: readonly Room[]): ReadonlyMap<string, Room> {
  const providers = new Map<string, Room>()
  for (const room of rooms) {
    for (const name of Object.keys(room.provides ?? {})) {
      const other = providers.get(name)
      if (other !== undefined) throw invalid(`The rooms "${other.name}" and "${room.name}" both provide "${name}".`)
      providers.set(name, room)
    }
  }
  for (const { name, needs = [] } of rooms) {
    const missing = needs.find((service) => !providers.has(service))
    if (missing !== undefined)
      throw invalid(`The room "${name}" needs the service "${missing}", which no room provides.`)
  }
  return providers
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}

function isDisposable(value: unknown): value is AsyncDisposable {
  return typeof value === 'object' && value !== null && Symbol.asyncDispose in value
}

async function openSandboxesOf(
  options: Omit<ProgramSandboxesOptions, 'userHome'>,
  cleanup: Cleanup,
): Promise<ProgramSandboxes> {
  const { openProgramSandboxes } = await import('../sandbox/program-sandboxes.ts')
  return cleanup.use(await openProgramSandboxes({ ...options, userHome: realUserHome() }))
}

async function openClient(hosts: () => HostLists | undefined): Promise<GuardedClient> {
  const { createGuardedClient, followHostLists } = await import('@drawbridge/net')
  return createGuardedClient({ policy: followHostLists(hosts) })
}

async function startProgram(
  { argv, cwd: folder, ...settings }: LongLivedProgram,
  { home, environment, clock }: HouseGround,
): Promise<BackgroundProcess> {
  const { createHostMachine, findProgram } = await import('@drawbridge/sandbox')
  const cwd = realpathSync(folder ?? home)
  const [name] = argv
  const path = findProgram(name, { cwd, searchPath: environment.PATH ?? '' })
  const invocation = {
    command: { argv },
    argv,
    program: path === undefined ? { name } : { name, path: realpathSync(path) },
    cwd,
  }
  const principal = { session: 'house', run: 'house', role: 'main', parents: [] } as const
  const signal = new AbortController().signal
  return createHostMachine({ workspace: cwd, home, userHome: home, environment, clock })
    .processes({ targets: [], invocations: [invocation], principal, signal })
    .start({ argv, cwd, ...settings })
}
