import { realpathSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { env } from 'node:process'
import { type Cleanup, isWithin } from '@drawbridge/core/base'
import type { VirtualTree } from '@drawbridge/core/virtual'
import type { Configuration } from '../config/configuration.ts'
import { hostListsOf } from '../config/host-lists.ts'
import { unapprovedSetting } from '../config/unapproved-setting.ts'
import type { Credentials } from '../credentials/open-credentials.ts'
import type { DrawbridgeOptions, SandboxOptions } from '../drawbridge-options.ts'
import type { OpenHome } from '../home/open-home.ts'
import { realUserHome } from '../home/real-user-home.ts'
import { createLazyContainment } from '../sandbox/lazy-containment.ts'
import type { OpenSandboxingOptions } from '../sandbox/open-sandboxing.ts'
import { wantsSandbox } from '../sandbox/sandbox-plan.ts'
import type { Sandboxing } from '../sandbox/sandboxing.ts'
import { createExecutionSite, type OpenPlace } from './create-execution-site.ts'
import type { FoldersOfCaller } from './folders-of-teams.ts'
import { withCallersFolders } from './with-callers-folders.ts'

/** The places where calls run: folders of this machine, and sandboxes. */
export interface Places {
  readonly sandboxing: Sandboxing | undefined
  /**
   * Makes the place of a folder.
   * @param tree The virtual files there.
   */
  on(folder: string, configuration: Configuration | undefined, tree?: VirtualTree): Promise<OpenPlace>
}

export interface PlacesSources {
  readonly options: DrawbridgeOptions
  readonly home: OpenHome
  /** The configuration of the start: sandboxes are made with it. */
  readonly configuration: Configuration | undefined
  readonly credentials: Credentials
  /** The folders of rooms that calls in a workspace may read. */
  readonly readRoots: (workspace: string) => readonly string[]
  readonly callersFolders: FoldersOfCaller
}

export async function openPlaces(
  { options, home: { home, clock }, configuration, credentials, readRoots, callersFolders }: PlacesSources,
  cleanup: Cleanup,
): Promise<Places> {
  const own = options.tools?.web?.hosts
  const hosts = configuration === undefined ? own : hostListsOf(configuration, 'commands', own)
  const surroundings = { home, clock, hosts, layers: configuration?.layers }
  const sandboxing = await openSandboxes(options.sandbox, surroundings, cleanup)
  const containment = cleanup.use(
    createLazyContainment({
      scratch: join(home, 'cache', 'contained'),
      userHome: realUserHome(),
      searchPath: env.PATH ?? '',
    }),
  )
  return {
    sandboxing,
    on: async (folder, current, tree) => {
      const unapproved = unapprovedSetting(current?.layers, options.sandbox?.unapproved)
      const roots = readRoots(folder).filter((root) => isRootOfRoom(root, home))
      const decided = {
        home,
        credentials,
        sandboxing,
        containment,
        unapproved,
        configuration: current,
        roomRoots: roots,
      }
      const make = (callerRoots: readonly string[]) =>
        createExecutionSite(folder, { ...options, ...decided, callerRoots }, tree)
      const place = await make([])
      // A copy of a repository is the only folder of the run that works in it.
      if (isWithin(join(realFolder(home), 'worktrees'), folder)) return place
      const of: FoldersOfCaller = (principal) =>
        callersFolders(principal)?.then((all) =>
          all.filter((root) => isRootOfRoom(root, home) && !isSame(root, folder)),
        )
      return withCallersFolders(place, { of, make })
    },
  }
}

/**
 * True if a folder exists, leads through no link, and opens neither the data folder nor what is above it. Links above the data folder do
 * not count.
 */
function isRootOfRoom(root: string, home: string): boolean {
  try {
    const [real, closed] = [realpathSync(root), realpathSync(home)]
    const named = isWithin(home, root) ? join(closed, relative(home, root)) : root
    return real === named && statSync(real).isDirectory() && !isWithin(real, closed)
  } catch {
    return false
  }
}

function isSame(one: string, other: string): boolean {
  return realFolder(one) === realFolder(other)
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** Opens the sandboxes; undefined if no calls run in one, and then nothing is loaded for them. */
async function openSandboxes(
  { section, enabled = true, backend, inspectOnly }: SandboxOptions = {},
  surroundings: Omit<OpenSandboxingOptions, 'userHome' | 'option' | 'backend' | 'inspectOnly'>,
  cleanup: Cleanup,
): Promise<Sandboxing | undefined> {
  const option = enabled ? section : false
  if (!wantsSandbox({ ...surroundings, option })) return undefined
  const { openSandboxing } = await import('../sandbox/open-sandboxing.ts')
  return cleanup.use(await openSandboxing({ ...surroundings, option, backend, inspectOnly, userHome: realUserHome() }))
}
