import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Machine, TargetResolver } from '@drawbridge/core'
import type { VirtualTree } from '@drawbridge/core/virtual'
import { createBackups, createHostMachine, createTargetResolver } from '@drawbridge/sandbox'
import type { Configuration } from '../config/configuration.ts'
import { sensitivityOf } from '../config/sensitivity-of.ts'
import type { Credentials } from '../credentials/open-credentials.ts'
import { createPrincipalResolver } from '../credentials/resolve-for-principal.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import type { ShellAnalyserOptions } from '../shell/shell-analyser.ts'

/** A folder to work in: who judges paths in it, and who opens them. */
export interface Place {
  readonly resolver: TargetResolver
  readonly machine: Machine
}

export interface PlaceOptions
  extends Pick<DrawbridgeOptions, 'readRoots' | 'writeRoots' | 'readScope' | 'backupsPerFile'> {
  readonly home: string
  readonly configuration: Configuration | undefined
  readonly credentials: Credentials
}

/** Loaded with the first command: what touches files alone need not know the shell's language. */
const loadAnalyser = async (places: ShellAnalyserOptions) =>
  (await import('../shell/shell-analyser.ts')).createShellAnalyser(places)

/**
 * @param workspace Real path.
 * @param tree What is virtual there. Default: nothing, and nothing is loaded for it.
 */
export async function createPlace(workspace: string, options: PlaceOptions, tree?: VirtualTree): Promise<Place> {
  const { home, configuration, credentials, readScope, backupsPerFile: keep = 10 } = options
  const readRoots = [...(options.readRoots ?? []), ...(configuration?.readRoots ?? [])]
  const writeRoots = [...(options.writeRoots ?? []), ...(configuration?.writeRoots ?? [])]
  // One description of what may be touched, for those who judge paths and those who open them.
  const sensitivity = sensitivityOf(configuration?.layers, workspace)
  const boundaries = { workspace, home, userHome: homedir(), readRoots, writeRoots, readScope, sensitivity }
  const backups = keep === 0 ? undefined : { folder: join(home, 'backups'), keep }
  const resolverBy = (...probe: [] | [Parameters<typeof createTargetResolver>[1]]): TargetResolver =>
    createPrincipalResolver(credentials, (programs) =>
      createTargetResolver({ ...boundaries, analyser: () => loadAnalyser({ ...boundaries, programs }) }, ...probe),
    )
  if (tree === undefined) return { resolver: resolverBy(), machine: createHostMachine({ ...boundaries, backups }) }
  const { createVirtualScene, withVirtualFiles, withVirtualTargets } = await import('@drawbridge/sandbox/virtual')
  const scene = createVirtualScene(boundaries, tree)
  return {
    resolver: withVirtualTargets(resolverBy(scene.probe), scene),
    machine: withVirtualFiles(createHostMachine({ ...scene.machineOptions, backups }, scene.probe), {
      scene,
      scratch: join(home, 'cache', 'virtual'),
      backups: backups === undefined ? undefined : createBackups(backups),
    }),
  }
}
