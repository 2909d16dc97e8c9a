import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  createLockTable,
  createRegistry,
  createScrubber,
  createSystemIdSource,
  noHooks,
  noRecorder,
  type Registry,
  systemClock,
} from '@drawbridge/core'
import { createHostMachine, createTargetResolver } from '@drawbridge/sandbox'
import { createFileRecorder } from '@drawbridge/store'
import { builtInTools } from '@drawbridge/tools'
import type { DrawbridgeOptions } from './drawbridge-options.ts'
import { resolveHome } from './home/resolve-home.ts'
import { openSession, type Session } from './session/open-session.ts'
import type { SessionOptions } from './session/session-options.ts'
import { resolveWorkspace } from './workspace/resolve-workspace.ts'

/** Everything wired together for one folder: tools, machine, record. Open a session and call. */
export interface Drawbridge extends AsyncDisposable {
  /** Real path. */
  readonly workspace: string
  readonly home: string
  readonly registry: Registry
  openSession(options?: SessionOptions): Session
}

/**
 * Wires a Drawbridge. The composition root: the only place that knows both who declares a service and who implements it.
 * Throws `DrawbridgeError` where an option cannot work.
 *
 * @example
 * await using drawbridge = await createDrawbridge({ workspace: '.' })
 * const outcome = await drawbridge.openSession().call({ name: 'fs.read_file', arguments: { path: 'README.md' } })
 */
export async function createDrawbridge(options: DrawbridgeOptions = {}): Promise<Drawbridge> {
  const workspace = resolveWorkspace(options.workspace)
  const home = resolveHome({ flag: options.home })
  await using cleanup = new AsyncDisposableStack()
  const boundaries = {
    workspace,
    home,
    userHome: homedir(),
    readRoots: options.readRoots,
    writeRoots: options.writeRoots,
    readScope: options.readScope,
  }
  const keep = options.backupsPerFile ?? 10
  const services = {
    registry: createRegistry(),
    resolver: createTargetResolver(boundaries),
    machine: createHostMachine({
      ...boundaries,
      ...(keep === 0 ? {} : { backups: { folder: join(home, 'backups'), keep } }),
    }),
    approvers: options.approvers ?? [],
    hooks: { ...noHooks, ...options.hooks },
    locks: createLockTable(),
    recorder:
      options.record === false ? noRecorder : cleanup.use(createFileRecorder({ folder: join(home, 'sessions') })),
    scrubber: createScrubber(),
    clock: options.clock ?? systemClock,
    ids: options.ids ?? createSystemIdSource(),
    settings: options.settings ?? {},
  }
  await registerTools(services.registry, options, cleanup)
  const owned = cleanup.move()
  return {
    workspace,
    home,
    registry: services.registry,
    openSession: (sessionOptions) => openSession(services, sessionOptions),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function registerTools(
  registry: Registry,
  { tools = [], sources = [], withoutBuiltInTools = false }: DrawbridgeOptions,
  cleanup: AsyncDisposableStack,
): Promise<void> {
  if (!withoutBuiltInTools) for (const tool of builtInTools) registry.register(tool, { native: true })
  for (const tool of tools) registry.register(tool)
  for (const source of sources) cleanup.use(await registry.connect(source))
}
