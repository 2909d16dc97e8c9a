import { existsSync } from 'node:fs'
import { fail } from '@drawbridge/core'
import { type Clock, systemClock } from '@drawbridge/core/base'
import { createPathMap } from '../backend/create-path-map.ts'
import type { SandboxBackend } from '../backend/sandbox-backend.ts'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import { defaultImage, defaultLimits } from './container/container-settings.ts'
import { createContainerKeeper } from './container/create-container-keeper.ts'
import { hiddenInside, placesOf } from './container/plan-mounts.ts'
import { createEngineClient } from './engine/engine-client.ts'
import { findEngineSocket } from './engine/find-engine-socket.ts'
import { sandboxFault } from './engine/sandbox-fault.ts'
import { launchInContainer } from './exec/launch-in-container.ts'
import { createShellChoice } from './exec/shell-choice.ts'
import { explainProfile } from './explain-profile.ts'
import { createCapabilityProbe } from './probe/create-capability-probe.ts'

/** Variables about this machine and its user, without meaning in a container. */
const ofMachine = /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|LANG|LANGUAGE|LC_.*|XDG_.*)$/

/** The options of `createDockerBackend`. */
export interface DockerBackendOptions {
  /** Drawbridge's home: its containers are labelled by it, and it never gets into one. */
  readonly home: string
  /** The user's home folder, which as a whole never gets into a container. */
  readonly userHome?: string | undefined
  /** Folder of ours for what has to be remembered about containers. */
  readonly stateFolder: string
  /** Unix socket of the engine. Default: that of `DOCKER_HOST`, else Docker's, else Podman's. */
  readonly socket?: string | undefined
  /** An image that the engine has; it is never pulled. It needs `/bin/sh` and `sleep`. Default: `debian:stable-slim`. */
  readonly image?: string | undefined
  /**
   * The user of programs inside, as `uid:gid`. Default: the user of this process, or the workspace's owner if that is
   * root.
   */
  readonly user?: string | undefined
  /** The limits if the profile names none. Default: 512 MiB, one processor, 256 processes. */
  readonly limits?: { readonly memoryBytes?: number; readonly cpus?: number; readonly processes?: number }
  /** The meaning of a key. Containers of a session end with this process, others stay warm. Default: `session`. */
  readonly scope?: 'session' | 'agent' | 'shared' | undefined
  /** `prune` removes containers that were unused for this time. Milliseconds. Default: 24 hours. */
  readonly idleMs?: number | undefined
  /** `prune` removes containers of this age. Default: 7 days. */
  readonly ageMs?: number | undefined
  /** Called with notices about background events, such as the end of a container. Default: none. */
  readonly onNotice?: ((message: string) => void) | undefined
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined
  readonly clock?: Clock | undefined
}

/** A sandbox backend that runs commands in containers. */
export interface DockerBackend extends SandboxBackend {
  readonly kind: 'docker'
  /** Removes containers that were idle or got old, and those of processes that are gone. Resolves to their names. */
  prune(): Promise<readonly string[]>
}

const hourMs = 3_600_000

/**
 * Runs programs in containers of Docker or Podman, one warm container per key. Throws `invalid_option` if the engine's
 * address is not a Unix socket.
 */
export function createDockerBackend(options: DockerBackendOptions): DockerBackend {
  const { home, userHome, stateFolder, user, environment = process.env, scope = 'session' } = options
  const socket = findEngineSocket({ socket: options.socket, environment, exists: existsSync })
  const client = createEngineClient({ socket })
  const settings = { image: options.image ?? defaultImage, user, ...defaultLimits, ...options.limits }
  const searchPath = environment.PATH ?? ''
  const keeper = createContainerKeeper({
    client,
    searchPath,
    settings,
    home,
    userHome,
    stateFolder,
    life: scope === 'session' ? 'process' : 'kept',
    idleMs: options.idleMs ?? 24 * hourMs,
    ageMs: options.ageMs ?? 7 * 24 * hourMs,
    clock: options.clock ?? systemClock,
    onNotice: options.onNotice ?? (() => undefined),
  })
  const argvInside = createShellChoice(client)
  const probe = createCapabilityProbe({ client, keeper, settings, folder: stateFolder, searchPath })

  const pathsOf = (profile: SandboxProfile) =>
    createPathMap({ places: placesOf(profile), hidden: hiddenInside(profile) })

  return {
    kind: 'docker',
    capabilities: probe,
    prepare: async (profile) => {
      try {
        if (profile.workspace.access !== 'none' && profile.workspace.inside === '/') {
          fail('sandbox_unavailable', 'The workspace cannot be the root of a container. Mount it at "/workspace".')
        }
        const hosts = profile.network.kind === 'filtered' ? (await probe())['net-hosts'] : undefined
        if (hosts?.held === false) fail('sandbox_unavailable', hosts.reason)
        await keeper.check(profile)
        const { searchPath: pathInside } = await keeper.image()
        const paths = pathsOf(profile)
        return {
          launcher: {
            programs: 'own',
            launch: (launch) => launchInContainer(launch, { client, keeper, profile, paths, argvInside }),
          },
          environment: (base) => environmentInside(base, pathInside),
          paths,
        }
      } catch (error) {
        throw sandboxFault(error, 'be prepared')
      }
    },
    paths: pathsOf,
    end: keeper.end,
    explain: async (profile) => explainProfile(profile, settings, socket),
    prune: keeper.prune,
    [Symbol.asyncDispose]: async () => {
      try {
        await keeper[Symbol.asyncDispose]()
      } finally {
        client[Symbol.dispose]()
      }
    },
  }
}

/** The base environment as it holds in a container. Pure. */
function environmentInside(base: Readonly<Record<string, string>>, searchPath: string): Record<string, string> {
  const kept = Object.entries(base).filter(([name]) => !ofMachine.test(name))
  // Images bring no other locale, and the only folder that is surely writable is the one for temporary files.
  return { ...Object.fromEntries(kept), PATH: searchPath, HOME: '/tmp', TMPDIR: '/tmp', LANG: 'C.UTF-8' }
}
