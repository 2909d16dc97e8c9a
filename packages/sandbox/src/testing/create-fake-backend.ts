import { fail } from '@drawbridge/core'
import { createPathMap, type PathMap } from '../backend/create-path-map.ts'
import type { CapabilityReport, SandboxBackend } from '../backend/sandbox-backend.ts'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import type { LaunchOptions } from '../launch/program-launcher.ts'
import { hostLauncher } from '../process/spawn-program.ts'

/** A sandbox backend for tests that records what it is asked to run. */
export interface FakeBackend extends SandboxBackend {
  /** Every profile that was prepared. */
  readonly prepared: SandboxProfile[]
  readonly launched: LaunchOptions[]
  /** Every key that was ended. */
  readonly ended: string[]
}

/** The options of `createFakeBackend`. */
export interface FakeBackendOptions {
  readonly kind?: SandboxBackend['kind']
  readonly capabilities?: CapabilityReport
  /** The reason that nothing can be prepared. */
  readonly broken?: string
}

const held = { held: true, how: 'pretended' } as const

/** A report in which every guarantee holds. */
export const allHeld: CapabilityReport = { 'fs-read': held, 'fs-write': held, net: held, pids: held, memory: held }

/** A backend without isolation: it translates paths as a real one does, remembers its calls, and runs programs on the machine. */
export function createFakeBackend(options: FakeBackendOptions = {}): FakeBackend {
  const { kind = 'docker', capabilities = allHeld, broken } = options
  const prepared: SandboxProfile[] = []
  const launched: LaunchOptions[] = []
  const ended: string[] = []
  const paths = (profile: SandboxProfile): PathMap => {
    const { workspace, mounts, masked } = profile
    const own = workspace.access === 'none' ? [] : [workspace]
    const root = kind === 'bubblewrap' ? [{ host: '/', inside: '/' }] : []
    const homes = kind === 'bubblewrap' ? ['/tmp', '/proc', '/root', '/home'] : []
    return createPathMap({ places: [...root, ...mounts, ...own], hidden: [...homes, ...masked] })
  }
  return {
    kind,
    prepared,
    launched,
    ended,
    capabilities: async () => capabilities,
    paths,
    prepare: async (profile) => {
      if (broken !== undefined) fail('sandbox_unavailable', broken)
      prepared.push(profile)
      return {
        paths: paths(profile),
        environment: (base) => ({ ...base, DRAWBRIDGE_FAKE: profile.key }),
        launcher: {
          programs: kind === 'docker' ? 'own' : 'machine',
          launch: (what) => {
            launched.push(what)
            return hostLauncher.launch(what)
          },
        },
      }
    },
    end: async (key) => void ended.push(key),
    explain: async (profile) => [`a pretended sandbox "${profile.key}"`],
    [Symbol.asyncDispose]: async () => undefined,
  }
}
