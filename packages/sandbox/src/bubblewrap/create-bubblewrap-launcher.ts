import { closeSync, openSync } from 'node:fs'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import type { Program, ProgramExit } from '../launch/program.ts'
import type { LaunchOptions, ProgramLauncher } from '../launch/program-launcher.ts'
import { systemProcessTable } from '../process/process-table.ts'
import { sendSignal } from '../process/send-signal.ts'
import { spawnFault } from '../process/spawn-fault.ts'
import { bubblewrapArguments } from './bubblewrap-arguments.ts'
import type { InsideNetwork } from './inside-network.ts'
import { layoutOf } from './layout.ts'
import type { LimitKeeper } from './limits/limit-keeper.ts'
import { createNamespaceTree } from './namespace-tree.ts'
import { openPlaces } from './open-places.ts'
import type { Placeholders } from './placeholders.ts'
import { planProtection } from './plan-protection.ts'
import { readStatus } from './read-status.ts'
import { setupFault } from './setup-fault.ts'
import { firstPassed, startBubblewrap, statusDescriptor } from './start-bubblewrap.ts'
import type { SandboxFacts } from './survey-profile.ts'
import { surveyProfile } from './survey-profile.ts'

/** What all sandboxes of one backend share. */
export interface BubblewrapTools {
  /** Bubblewrap itself, absolute. */
  readonly file: string
  readonly facts: SandboxFacts
  readonly placeholders: Placeholders
  readonly limits: LimitKeeper
  /** A file that nobody can open. */
  readonly nothing: string
  /** The file with the filter of system calls; undefined where this processor's calls are not known. */
  seccompFile(unixSockets: boolean): string | undefined
  readonly inherited: readonly number[]
}

const keptErrorBytes = 4096

/** Runs each program in namespaces of its own, which end with it. The disk is looked at anew for each. */
export function createBubblewrapLauncher(
  profile: SandboxProfile,
  network: InsideNetwork | undefined,
  tools: BubblewrapTools,
): ProgramLauncher {
  return { programs: 'machine', launch: (options) => launch(options, profile, network, tools) }
}

function launch(
  { argv, request, file, keepsInputOpen = false, folder, baseEnvironment }: LaunchOptions,
  profile: SandboxProfile,
  network: InsideNetwork | undefined,
  tools: BubblewrapTools,
): Program {
  const [name = '', ...args] = argv
  const protection = planProtection(profile.readOnly, writableIn(profile))
  const scope = tools.limits.open(profile.limits)
  const held = tools.placeholders.hold(protection.missing)
  const undo = () => {
    held[Symbol.dispose]()
    return scope.close()
  }
  try {
    const facts = surveyProfile(profile, tools.facts, protection)
    const layout = layoutOf({ ...profile, mounts: [...profile.mounts, ...(network?.mounts ?? [])] }, facts)
    using places = openPlaces(layout.flatMap((step) => (step.kind === 'bind' ? [step.host] : [])))
    using filter = openIfAny(tools.seccompFile(profile.network.kind !== 'none'))
    using nothing = openIfAny('/dev/null')
    const passed = [...(filter === undefined ? [] : [filter.descriptor]), ...places.descriptors.values()]
    const numberOf = new Map(passed.map((descriptor, index) => [descriptor, firstPassed + index] as const))
    const command = [file, ...args]
    const started = startBubblewrap({
      file: tools.file,
      command: network === undefined ? command : network.command(command),
      passed,
      inherited: tools.inherited,
      nothing: nothing?.descriptor ?? 0,
      readsInput: request.stdin !== undefined || keepsInputOpen,
      openFiles: profile.limits.openFiles,
      ...scope,
    })
    const { child, options, stdin, stdout, stderr } = started
    const settings = bubblewrapArguments({
      layout,
      descriptors: new Map([...places.descriptors].map(([path, fd]) => [path, numberOf.get(fd) ?? -1] as const)),
      nothing: tools.nothing,
      sharesNetwork: profile.network.kind === 'host',
      workingFolder: profile.workspace.access === 'none' ? profile.workspace.inside : folder.real,
      ...(filter === undefined ? {} : { seccomp: firstPassed }),
      status: statusDescriptor,
      environment: { ...baseEnvironment, ...network?.environment, ...request.environment, PWD: request.cwd },
    })
    options.on('error', () => undefined)
    options.end(settings.map((word) => `${word}\0`).join(''))
    stdin?.on('error', () => undefined)
    if (!keepsInputOpen) stdin?.end(request.stdin)
    else if (request.stdin !== undefined) stdin?.write(request.stdin)
    return programOf()

    function programOf(): Program {
      const monitor = child.pid ?? Number.NaN
      const status = readStatus(started.status, () => tree.alive())
      const tree = createNamespaceTree({ table: systemProcessTable, monitor, first: status.first })
      let errors = ''
      stderr.on('data', (chunk: Uint8Array) => {
        if (errors.length < keptErrorBytes) errors += Buffer.from(chunk).toString('latin1')
      })
      const { promise: exit, resolve, reject } = Promise.withResolvers<ProgramExit>()
      child.once('error', (error) => reject(spawnFault(error, 'bwrap', request.cwd)))
      child.once('exit', (exitCode, signal) => {
        const settle = async (): Promise<ProgramExit> => {
          await tree.vanish()
          if (signal === null && !(await status.ran)) throw setupFault(name, errors)
          const limitsHit = scope.hits()
          return { exitCode, signal, ...(limitsHit.length === 0 ? {} : { limitsHit }) }
        }
        settle().then(resolve, reject)
      })
      const begun = Promise.race([status.known.then(() => (status.first() === undefined ? exit : undefined)), exit])
      const runs = begun.then(() => undefined)
      exit.catch(() => undefined)
      runs.catch(() => undefined)
      return {
        stdin,
        stdout,
        stderr,
        pid: monitor,
        tree,
        started: runs,
        exit,
        signal: (signal) => {
          const first = status.first()
          if (first !== undefined && tree.alive().length > 0) sendSignal(-first, signal)
        },
        release: async () => {
          for (const stream of [stdin, stdout, stderr, options, started.status]) stream?.destroy()
          child.unref()
          tree[Symbol.dispose]()
          await undo()
        },
      }
    }
  } catch (error) {
    void undo()
    throw error
  }
}

function writableIn({ workspace, mounts }: SandboxProfile): readonly string[] {
  const grants = workspace.access === 'write' ? [workspace.host] : []
  return [...grants, ...mounts.flatMap(({ host, access }) => (access === 'write' ? [host] : []))]
}

function openIfAny(path: string | undefined): ({ readonly descriptor: number } & Disposable) | undefined {
  if (path === undefined) return undefined
  const descriptor = openSync(path, 'r')
  return { descriptor, [Symbol.dispose]: () => closeSync(descriptor) }
}
