import { realpathSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import type { TargetResolver } from '@drawbridge/core/target'
import type { VirtualTree } from '@drawbridge/core/virtual'
import {
  type BoundaryOptions,
  createFileBackups,
  createHostMachine,
  createTargetResolver,
  type FileBackupOptions,
  type LinkProbe,
  type TargetResolverOptions,
  type UnapprovedSetting,
  withContainment,
} from '@drawbridge/sandbox'
import type { ContainedPlace, Containment } from '@drawbridge/sandbox/contain'
import type { Configuration } from '../config/configuration.ts'
import { placeSettings } from '../config/place-settings.ts'
import { sensitivityOf } from '../config/sensitivity-of.ts'
import type { Credentials } from '../credentials/open-credentials.ts'
import { createPrincipalResolver } from '../credentials/resolve-for-principal.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import type { Sandboxing } from '../sandbox/sandboxing.ts'
import type { ShellAnalyserOptions } from '../shell/shell-analyser.ts'
import type { ExecutionSite, SiteFor } from './execution-site.ts'

export interface SiteOptions extends Pick<DrawbridgeOptions, 'authority' | 'tools'> {
  readonly home: string
  readonly configuration: Configuration | undefined
  readonly credentials: Credentials
  /** Default: no calls run in a sandbox. */
  readonly sandboxing?: Sandboxing | undefined
  /** For commands that no one allowed. */
  readonly containment: Containment
  readonly unapproved: UnapprovedSetting
  /** Folders of rooms that may be read. They exist. */
  readonly roomRoots?: readonly string[]
  /** Folders that callers have besides, which may be read and written. They exist. */
  readonly callerRoots?: readonly string[]
}

/** A place, and the places in which the runs of some callers execute instead. */
export interface OpenPlace extends ExecutionSite {
  readonly placeFor?: SiteFor
}

/** The folders as those who run commands know them. */
type InsideFolders = Pick<ShellAnalyserOptions, 'workspace' | 'readRoots' | 'writeRoots'> &
  Partial<Pick<ShellAnalyserOptions, 'userHome'>>

/** Loaded with the first command: what touches files alone need not know the shell's language. */
const loadAnalyser = async (places: ShellAnalyserOptions) =>
  (await import('../shell/shell-analyser.ts')).createShellAnalyser(places)

/**
 * @param workspace Real path.
 * @param tree What is virtual there. Default: nothing, and nothing is loaded for it.
 */
export async function createExecutionSite(
  workspace: string,
  options: SiteOptions,
  tree?: VirtualTree,
): Promise<OpenPlace> {
  const { home, configuration, credentials, authority = {}, tools = {} } = options
  const set = placeSettings(configuration?.layers)
  const readRoots = [...(authority.readRoots ?? []), ...(configuration?.readRoots ?? []), ...(options.roomRoots ?? [])]
  const { callerRoots = [] } = options
  const writeRoots = [...(authority.writeRoots ?? []), ...(configuration?.writeRoots ?? []), ...callerRoots]
  // One description of the paths that may be touched, for the path checker and the file layer.
  const sensitivity = sensitivityOf(configuration?.layers, workspace)
  // The stricter of program and operator counts.
  const readScope = set.readScope === 'workspace' ? 'workspace' : (authority.readScope ?? set.readScope)
  const { temporaryFolder, environment: passEnvironment } = set
  const written = temporaryFolder === true ? [...writeRoots, realpathSync(tmpdir())] : writeRoots
  const boundaries = {
    workspace,
    home,
    userHome: homedir(),
    readRoots,
    writeRoots,
    temporaryFolder,
    readScope,
    sensitivity,
  }
  const keep = tools.backupsPerFile ?? set.backupsPerFile ?? 10
  const backups = keep === 0 ? undefined : { folder: join(home, 'backups'), keep }
  const resolverOf = (places: TargetResolverOptions, folders: InsideFolders, probe: LinkProbe | undefined) =>
    createPrincipalResolver(credentials, (programs) =>
      createTargetResolver(
        {
          ...places,
          analyser: () => loadAnalyser({ ...boundaries, ...folders, programs }),
          programPath: (name) => programs.find(name)?.path,
        },
        probe,
      ),
    )
  const { machineOptions, probe, wrap } = await groundOf(boundaries, { tree, home, backups })
  const containment = options.containment.in(boundaries)
  const contained = (resolver: TargetResolver, state: ContainedPlace['state']): TargetResolver =>
    withContainment(resolver, {
      setting: options.unapproved,
      state,
      git: { userHome: homedir(), configHome: env.XDG_CONFIG_HOME },
    })
  const host = wrap({
    resolver: contained(resolverOf(boundaries, { ...boundaries, writeRoots: written }, probe), containment.state),
    machine: createHostMachine({ ...machineOptions, backups, containment, passEnvironment }, probe),
  })
  if (options.sandboxing === undefined) return host
  const { createSandboxedPlaces } = await import('../sandbox/sandboxed-places.ts')
  const placeFor = createSandboxedPlaces({
    sandboxing: options.sandboxing,
    boundaries: machineOptions,
    probe,
    backups,
    passEnvironment,
    host,
    complete: (machine) => {
      const resolver = resolverOf(machine.resolverOptions, machine.inside, probe)
      return wrap({ resolver: contained(resolver, async () => ({ status: 'works', how: 'the sandbox' })), machine })
    },
  })
  return { ...host, placeFor }
}

/** The base of every machine of a folder: its disk with the virtual files. */
interface Ground {
  readonly machineOptions: BoundaryOptions
  readonly probe: LinkProbe | undefined
  wrap(place: ExecutionSite): ExecutionSite
}

interface GroundOptions {
  readonly tree: VirtualTree | undefined
  readonly home: string
  readonly backups: FileBackupOptions | undefined
}

async function groundOf(boundaries: BoundaryOptions, { tree, home, backups }: GroundOptions): Promise<Ground> {
  if (tree === undefined) return { machineOptions: boundaries, probe: undefined, wrap: (place) => place }
  const { createVirtualScene, withVirtualFiles, withVirtualTargets } = await import('@drawbridge/sandbox/virtual')
  const scene = createVirtualScene(boundaries, tree)
  const scratch = join(home, 'cache', 'virtual')
  const kept = backups === undefined ? undefined : createFileBackups(backups)
  return {
    machineOptions: scene.machineOptions,
    probe: scene.probe,
    wrap: ({ resolver, machine }) => ({
      resolver: withVirtualTargets(resolver, scene),
      machine: withVirtualFiles(machine, { scene, scratch, backups: kept }),
    }),
  }
}
