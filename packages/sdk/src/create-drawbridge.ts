import { type Cleanup, createCleanup, type Registry } from '@drawbridge/core'
import type { Configuration } from './config/configuration.ts'
import { hostListsOf } from './config/host-lists.ts'
import { openConfiguration } from './config/open-configuration.ts'
import { policyOf } from './config/policy-of.ts'
import { createServices } from './create-services.ts'
import { hideUngranted } from './credentials/hide-ungranted.ts'
import { type Credentials, openCredentials } from './credentials/open-credentials.ts'
import { registerCredentialed } from './credentials/register-credentialed.ts'
import type { DrawbridgeOptions } from './drawbridge-options.ts'
import { resolveHome } from './home/resolve-home.ts'
import { nativeTools } from './native-tools.ts'
import { createSessionPolicy, type SessionPolicy } from './policy/session-policy.ts'
import { createSessions } from './session/create-sessions.ts'
import type { Session } from './session/open-session.ts'
import type { SessionOptions } from './session/session-options.ts'
import { resolveWorkspace } from './workspace/resolve-workspace.ts'

/** Everything wired together for one folder: tools, machine, record. Open a session and call. */
export interface Drawbridge extends AsyncDisposable {
  /** Real path. */
  readonly workspace: string
  readonly home: string
  readonly registry: Registry
  /** Which tools there are and who decides, with the reasons. */
  readonly policy: SessionPolicy
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
  await using cleanup = createCleanup()
  const configuration = await configurationOf(options, { workspace, home })
  const { credentialed = [], writeRoots = [] } = options
  const untrusted = [workspace, ...writeRoots, ...(configuration?.writeRoots ?? [])]
  const credentials = await openCredentials(credentialed, { untrusted })
  const services = await createServices({ ...options, workspace, home, configuration, credentials }, cleanup)
  const hosts = configuration === undefined ? options.web?.hosts : hostListsOf(configuration, options.web?.hosts)
  const web = { ...options.web, ...(hosts === undefined ? {} : { hosts }) }
  await registerTools(services.registry, { ...options, web }, credentials, cleanup)
  const policy = hideUngranted(
    createSessionPolicy(policyOf(configuration, services.registry, workspace), services.registry, options.mode),
    credentials.grants,
  )
  const sessions = cleanup.use(createSessions({ ...services, policy }))
  const owned = cleanup.move()
  return {
    workspace,
    home,
    registry: services.registry,
    policy,
    openSession: sessions.open,
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  }
}

async function configurationOf({ config }: DrawbridgeOptions, folders: Folders): Promise<Configuration | undefined> {
  return config === false ? undefined : openConfiguration({ ...folders, config, secrets: async () => new Map() })
}

type Folders = Pick<Drawbridge, 'workspace' | 'home'>

async function registerTools(
  registry: Registry,
  { tools = [], sources = [], withoutBuiltInTools = false, web }: DrawbridgeOptions,
  credentials: Credentials,
  cleanup: Cleanup,
): Promise<void> {
  if (!withoutBuiltInTools) {
    for (const tool of await nativeTools(web)) registry.register(tool, { native: true })
    registerCredentialed(registry, credentials)
  }
  for (const tool of tools) registry.register(tool)
  for (const source of sources) cleanup.use(await registry.connect(source))
}
