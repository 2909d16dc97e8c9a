import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { arch, env } from 'node:process'
import { fail } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import { createPathMap, type PathMap } from '../backend/create-path-map.ts'
import { ownPackages } from '../backend/own-packages.ts'
import type {
  CapabilityReport,
  CapabilityState,
  SandboxBackend,
  SandboxCapability,
} from '../backend/sandbox-backend.ts'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import { writableIn } from '../backend/writable-in.ts'
import { quickly } from '../launch/manner.ts'
import type { ProgramTree } from '../launch/program.ts'
import { createBridge } from '../network/bridge.ts'
import { findTrustedProgram, whyUntrusted } from '../target/find-trusted-program.ts'
import { checkProfile } from './check-profile.ts'
import { type BubblewrapTools, createBubblewrapLauncher } from './create-bubblewrap-launcher.ts'
import { explainProfile } from './explain-profile.ts'
import { inheritedDescriptors } from './inherited-descriptors.ts'
import { createKeyFolders } from './key-folders.ts'
import { findLimitKeeper } from './limits/find-limit-keeper.ts'
import type { LimitKeeper } from './limits/limit-keeper.ts'
import { createPlaceholders } from './placeholders.ts'
import { assembleFilter } from './seccomp/filter-instruction.ts'
import { seccompFilter } from './seccomp/seccomp-filter.ts'
import { surveyMachine } from './survey-machine.ts'
import { keepsTemporaryFiles } from './survey-profile.ts'
import { tryBubblewrap } from './try-bubblewrap.ts'

/** The options of `createBubblewrapBackend`. */
export interface BubblewrapBackendOptions {
  /** The absolute folder for the files of sandboxes: temporary files by key, and notes on what is set up. Created if missing. */
  readonly scratch: string
  /** The time after which an unused key's files are removed. Milliseconds. Default: a week. */
  readonly idleMs?: number | undefined
  /** The user's home, hidden from programs. Default: that of this process' user. */
  readonly userHome?: string | undefined
  /** Files from which Drawbridge itself runs: their packages are protected. Default: those of this process. */
  readonly ownFiles?: readonly string[] | undefined
  /** The search path for bubblewrap and the programs of calls. Default: that of this process. */
  readonly searchPath?: string | undefined
}

const isFiltered = arch === 'x64' || arch === 'arm64'
const unfiltered = `the system calls of ${arch} are not known, so Unix sockets cannot be refused.`

const weekMs = 7 * 24 * 3600 * 1000

type Found =
  | { readonly status: 'works'; readonly version: string; readonly file: string; readonly limits: LimitKeeper }
  | { readonly status: 'fails'; readonly reason: string }

/** Programs in namespaces of their own on this very machine, by bubblewrap. See README.md for what holds of every one. */
export function createBubblewrapBackend(options: BubblewrapBackendOptions): SandboxBackend {
  const { scratch, idleMs = weekMs, userHome = homedir(), searchPath = env.PATH ?? '' } = options
  const keys = createKeyFolders(join(scratch, 'keys'))
  const machine = surveyMachine({ userHome, searchPath })
  const own = ownPackages(options.ownFiles)
  let found: Promise<Found> | undefined
  let tools: BubblewrapTools | undefined
  let pruned: Promise<void> | undefined
  const running = new Map<string, Set<ProgramTree>>()

  const look = async (): Promise<Found> => {
    const program = findTrustedProgram('bwrap', { software: 'Bubblewrap', searchPath })
    if (program.status === 'absent') return { status: 'fails', reason: program.reason }
    const trial = await tryBubblewrap(program.file)
    if (trial.status === 'fails') return trial
    return { ...trial, file: program.file, limits: await findLimitKeeper(searchPath) }
  }
  const lookOnce = () => {
    found ??= look()
    return found
  }
  const paths = (profile: SandboxProfile): PathMap => {
    return createPathMap({
      places: [
        { host: '/', inside: '/' },
        ...(profile.workspace.access === 'none' ? [] : [profile.workspace]),
        ...profile.mounts,
        ...machine.programFolders.map((path) => ({ host: path, inside: path })),
        ...(keepsTemporaryFiles(profile) ? [{ host: keys.temporary(profile.key), inside: '/tmp' }] : []),
      ],
      hidden: [
        ...['/proc', '/dev'],
        ...machine.privateFolders,
        ...machine.hiddenFolders,
        ...machine.systemSecrets,
        ...profile.masked,
        ...(profile.workspace.access === 'none' ? [profile.workspace.host] : []),
      ],
    })
  }

  return {
    kind: 'bubblewrap',
    paths,
    capabilities: async () => reportOf(await lookOnce()),
    prepare: async (profile) => {
      const state = await lookOnce()
      if (state.status === 'fails') fail('sandbox_unavailable', `No sandbox is available: ${state.reason}`)
      checkProfile(profile, userHome)
      const untrusted = whyUntrusted(state.file, writableIn(profile))
      if (untrusted !== undefined) fail('sandbox_unavailable', `No sandbox is available: ${untrusted}`)
      checkLimits(profile, state.limits)
      if (!isFiltered && profile.network.kind !== 'host') {
        fail(
          'sandbox_unavailable',
          `The network cannot be restricted: ${unfiltered} Set the network of the sandbox to host.`,
        )
      }
      const network = profile.network.kind === 'filtered' ? createBridge(profile.network.proxy) : undefined
      tools ??= createTools(state)
      return {
        launcher: createBubblewrapLauncher(withOwn(profile), network, tools),
        environment: (base) => ({ ...base, TMPDIR: '/tmp' }),
        paths: paths(profile),
      }
    },
    explain: async (profile) => {
      const state = await lookOnce()
      return state.status === 'fails'
        ? [`No sandbox: ${state.reason}`]
        : explainProfile(withOwn(profile), state, machine)
    },
    end: async (key) => {
      await Promise.all([...(running.get(key) ?? [])].map((tree) => tree.end(quickly)))
      await keys.remove(key)
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...running.values()].flatMap((trees) => [...trees].map((tree) => tree.end(quickly))))
      await pruned
    },
  }

  function withOwn(profile: SandboxProfile): SandboxProfile {
    const inside = own.filter((path) => writableIn(profile).some((folder) => isWithin(folder, path)))
    return { ...profile, readOnly: [...profile.readOnly, ...inside] }
  }

  function register(key: string, tree: ProgramTree): Disposable {
    const trees = running.get(key) ?? new Set()
    running.set(key, trees.add(tree))
    return {
      [Symbol.dispose]: () => {
        trees.delete(tree)
        if (trees.size === 0) running.delete(key)
      },
    }
  }

  function createTools({ file, limits }: Extract<Found, { status: 'works' }>): BubblewrapTools {
    mkdirSync(scratch, { recursive: true, mode: 0o700 })
    const nothing = join(scratch, 'nothing')
    if (!existsSync(nothing)) writeFileSync(nothing, '', { mode: 0 })
    chmodSync(nothing, 0)
    const blankFile = join(scratch, 'blank')
    if (!existsSync(blankFile)) writeFileSync(blankFile, '', { mode: 0o444 })
    const placeholders = createPlaceholders(scratch)
    placeholders.sweep()
    limits.sweep()
    pruned = keys.prune(idleMs, Date.now()).catch(() => undefined)
    const filters = new Map([true, false].map((unixSockets) => [unixSockets, filterFile(unixSockets)] as const))
    return {
      file,
      limits,
      placeholders,
      nothing,
      register,
      facts: { machine, temporaryFolder: keys.use, blankFile },
      inherited: inheritedDescriptors(),
      seccompFile: (unixSockets) => filters.get(unixSockets),
    }
  }

  function filterFile(unixSockets: boolean): string | undefined {
    if (arch !== 'x64' && arch !== 'arm64') return undefined
    const file = join(scratch, unixSockets ? 'seccomp-sockets.bpf' : 'seccomp.bpf')
    // In one step, since other processes of ours may be reading it.
    const fresh = `${file}.${process.pid}`
    writeFileSync(fresh, assembleFilter(seccompFilter({ architecture: arch, unixSockets })), { mode: 0o600 })
    renameSync(fresh, file)
    return file
  }
}

function checkLimits({ limits }: SandboxProfile, keeper: LimitKeeper): void {
  const wanted: readonly [string, unknown, CapabilityState][] = [
    ['memory', limits.memoryBytes, keeper.memory],
    ['processes', limits.processes, keeper.processes],
    ['processors', limits.cpus, keeper.cpus],
  ]
  for (const [name, limit, state] of wanted) {
    if (limit === undefined || state.held) continue
    fail('sandbox_unavailable', `The limit of ${name} cannot be enforced: ${state.reason} Or remove the limit.`)
  }
}

function reportOf(state: Found): CapabilityReport {
  if (state.status === 'fails') {
    const absent: CapabilityState = { held: false, reason: state.reason }
    return { 'fs-read': absent, 'fs-write': absent, net: absent, pids: absent, memory: absent }
  }
  const by = (how: string): CapabilityState => ({ held: true, how: `${state.version}: ${how}` })
  return {
    'fs-read': by('homes, sockets of services and masked files are not mounted'),
    'fs-write': by('the root is read-only'),
    net: isFiltered ? by('a private network, and no Unix sockets') : { held: false, reason: unfiltered },
    pids: state.limits.processes,
    memory: state.limits.memory,
  } satisfies Record<SandboxCapability, CapabilityState>
}
