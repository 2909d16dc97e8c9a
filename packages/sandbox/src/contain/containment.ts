import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { arch, pid } from 'node:process'
import { fail } from '@drawbridge/core'
import type { PathDenials } from '@drawbridge/core/target'
import { inheritedDescriptors } from '../bubblewrap/inherited-descriptors.ts'
import { findLimitKeeper } from '../bubblewrap/limits/find-limit-keeper.ts'
import { type LimitedGroup, unlimited } from '../bubblewrap/limits/limit-keeper.ts'
import { assembleFilter } from '../bubblewrap/seccomp/filter-instruction.ts'
import { seccompFilter } from '../bubblewrap/seccomp/seccomp-filter.ts'
import { type MachineSurvey, surveyMachine } from '../bubblewrap/survey-machine.ts'
import { tryBubblewrap } from '../bubblewrap/try-bubblewrap.ts'
import { quickly } from '../launch/manner.ts'
import type { ProgramTree } from '../launch/program.ts'
import type { ProgramLauncher } from '../launch/program-launcher.ts'
import { type Boundaries, type BoundaryOptions, createBoundaries } from '../path/boundaries.ts'
import type { LinkProbe } from '../path/link-probe.ts'
import { findTrustedProgram, whyUntrusted } from '../target/find-trusted-program.ts'
import { type ContainedTools, createContainedLauncher } from './contained-launcher.ts'
import type { NamedPlaces } from './contained-layout.ts'
import { type ContainedViews, createContainedViews } from './contained-view.ts'
import { createPreparedSandboxes } from './prepared-sandboxes.ts'

/** The mechanism that contains commands on this machine, or the reason why none does, with the way out. */
export type ContainmentState =
  | { readonly status: 'works'; readonly how: string }
  | { readonly status: 'absent'; readonly reason: string }

/** A sandbox for commands that no one approved: they can only look. */
export interface Containment extends AsyncDisposable {
  /** After a trial start, which is made once. Never throws. */
  state(): Promise<ContainmentState>
  /** Throws `invalid_option` if a folder cannot be resolved. */
  in(places: BoundaryOptions, probe?: LinkProbe): ContainedPlace
  /** Prepares now what the next commands need, instead of after a rest. Resolves to the number of sandboxes that wait for a command. */
  prepare(): Promise<number>
}

/** Containment for the commands of one workspace. */
export interface ContainedPlace {
  /**
   * Returns the state of containment here: it needs a working bubblewrap and a complete list of files to cover. Never
   * throws.
   */
  state(denials?: PathDenials): Promise<ContainmentState>
  /**
   * Returns the launcher for a contained command that names these places. Without containment its launches end with
   * `sandbox_unavailable`, and nothing runs.
   */
  launcher(named: NamedPlaces, denials?: PathDenials): ProgramLauncher
}

/** The options of `createContainment`. */
export interface ContainmentOptions {
  /** The absolute folder for the files that bubblewrap receives. Created if missing. */
  readonly scratch: string
  readonly userHome: string
  /** The search path for bubblewrap and the programs of calls. */
  readonly searchPath: string
  /** The limit for all contained commands together, enforced if control groups can be created. */
  readonly memoryBytes?: number
  /** The largest number of processes and threads of a command. */
  readonly processes?: number
  /** Builds the sandbox of the next command in advance, once a command has ended and none follows at once. Default true. */
  readonly prepares?: boolean
}

/** A sandbox is prepared when no command has followed for this time, and ended if it was not needed for the other. */
const restMs = 100
const keptMs = 60_000
const maxPrepared = 4
const defaultMemoryBytes = 4 * 1024 ** 3
const defaultProcesses = 1024
/** Surveys kept of one workspace: there is one for each set of rules that deny paths. */
const maxKept = 8

type Found = { readonly status: 'works'; readonly file: string; readonly version: string }
type Looked = Found | Extract<ContainmentState, { status: 'absent' }>
type SharedTools = Omit<ContainedTools, 'views'>

/** Finds bubblewrap at its first use, and makes what all contained commands share. */
export function createContainment(options: ContainmentOptions): Containment {
  const { scratch, userHome, searchPath } = options
  const { memoryBytes = defaultMemoryBytes, processes = defaultProcesses, prepares = true } = options
  const prepared = createPreparedSandboxes<ContainedViews>({ restMs, keptMs, max: maxPrepared })
  const running = new Set<ProgramTree>()
  let looked: Promise<Looked> | undefined
  let isAbsent = false
  let shared: Promise<SharedTools> | undefined

  const lookOnce = () => {
    looked ??= look(searchPath).then((found) => {
      isAbsent = found.status === 'absent'
      return found
    })
    return looked
  }
  let machine: MachineSurvey | undefined
  const viewsIn = (
    boundaries: Boundaries,
    { probe, denials }: { readonly probe: LinkProbe | undefined; readonly denials: PathDenials | undefined },
  ): ContainedViews => {
    machine ??= surveyMachine({ userHome, searchPath })
    return createContainedViews({ boundaries, userHome, searchPath, machine, probe, denials })
  }
  const tools = (found: Found) => {
    shared ??= createTools(found)
    return shared
  }

  return {
    state: async () => stateOf(await lookOnce()),
    in: (places, probe) => {
      const boundaries = createBoundaries(places, probe)
      const kept = new Map<string, ContainedViews>()
      const viewsFor = (denials: PathDenials | undefined): ContainedViews => {
        const key = denials === undefined ? '' : denials.key
        const made = (key === undefined ? undefined : kept.get(key)) ?? viewsIn(boundaries, { probe, denials })
        if (key === undefined) return made
        kept.delete(key)
        kept.set(key, made)
        const [oldest] = kept.keys()
        if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
        return made
      }
      return {
        state: async (denials) => {
          const views = viewsFor(denials)
          const before = views.last()
          // The trial start and the first look at the disk take their time side by side.
          const looking = before?.status === 'known' || isAbsent ? before : views.lookPatiently()
          const found = await lookOnce()
          if (found.status === 'absent') return found
          const untrusted = whyUntrusted(found.file, [boundaries.workspace, ...boundaries.writeRoots])
          if (untrusted !== undefined) return { status: 'absent', reason: untrusted }
          const view = (await looking) ?? (await views.lookPatiently())
          return view.status === 'known' ? stateOf(found) : { status: 'absent', reason: view.reason }
        },
        launcher: (named, denials) => ({
          programs: 'machine',
          launch: async (what) => {
            const found = await lookOnce()
            if (found.status === 'absent')
              return fail('sandbox_unavailable', `The command cannot be contained: ${found.reason}`)
            const own = { ...(await tools(found)), views: viewsFor(denials) }
            return createContainedLauncher(own, named).launch(what)
          },
        }),
      }
    },
    prepare: prepared.settle,
    [Symbol.asyncDispose]: async () => {
      await prepared[Symbol.asyncDispose]()
      await Promise.all([...running].map((tree) => tree.end(quickly)))
      await (await shared)?.limits.close()
    },
  }

  async function createTools({ file }: Found): Promise<SharedTools> {
    mkdirSync(scratch, { recursive: true, mode: 0o700 })
    const nothing = join(scratch, 'nothing')
    if (!existsSync(nothing)) writeFileSync(nothing, '', { mode: 0 })
    chmodSync(nothing, 0)
    return {
      file,
      nothing,
      seccompFile: filterFile(scratch),
      inherited: inheritedDescriptors(),
      prepared: prepares ? prepared : undefined,
      limits: await openLimits(),
      register: (tree) => {
        running.add(tree)
        return { [Symbol.dispose]: () => void running.delete(tree) }
      },
    }
  }

  /** A scope of systemd costs more than the command; groups of the kernel are made once for all. */
  async function openLimits(): Promise<LimitedGroup> {
    const keeper = await findLimitKeeper(searchPath)
    keeper.sweep()
    const scope = keeper.open({
      ...(keeper.memory.held ? { memoryBytes } : {}),
      ...(keeper.processes.held ? { processes } : {}),
    })
    if (scope.prefix.length === 0) return scope
    await scope.close()
    return unlimited
  }
}

async function look(searchPath: string): Promise<Looked> {
  if (arch !== 'x64' && arch !== 'arm64') {
    return { status: 'absent', reason: `the system calls of ${arch} are not known, so Unix sockets cannot be refused.` }
  }
  const program = findTrustedProgram('bwrap', { software: 'Bubblewrap', searchPath })
  if (program.status === 'absent') return program
  const trial = await tryBubblewrap(program.file)
  return trial.status === 'works' ? { ...trial, file: program.file } : { status: 'absent', reason: trial.reason }
}

function stateOf(looked: Looked): ContainmentState {
  return looked.status === 'works' ? { status: 'works', how: looked.version } : looked
}

function filterFile(scratch: string): string {
  const file = join(scratch, 'seccomp.bpf')
  const architecture = arch === 'arm64' ? 'arm64' : 'x64'
  // In one step, since other processes of ours may be reading it.
  const fresh = `${file}.${pid}`
  writeFileSync(fresh, assembleFilter(seccompFilter({ architecture, unixSockets: false })), { mode: 0o600 })
  renameSync(fresh, file)
  return file
}
