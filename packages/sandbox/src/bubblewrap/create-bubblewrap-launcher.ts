import { closeSync, openSync } from 'node:fs'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import type { Program, ProgramTree } from '../launch/program.ts'
import type { LaunchOptions, ProgramLauncher } from '../launch/program-launcher.ts'
import { type Bridge, channelVariable } from '../network/bridge.ts'
import { feed } from '../process/feed.ts'
import { spawnFault } from '../process/spawn-fault.ts'
import { bubblewrapArguments } from './bubblewrap-arguments.ts'
import { layoutOf } from './layout.ts'
import type { LimitKeeper } from './limits/limit-keeper.ts'
import { openPlaces } from './open-places.ts'
import type { HeldPlaceholders, Placeholders } from './placeholders.ts'
import { planProtection } from './plan-protection.ts'
import { firstPassedFor, startBubblewrap, statusDescriptor } from './start-bubblewrap.ts'
import { type SandboxFacts, surveyProfile } from './survey-profile.ts'
import { watchProgram } from './watch-program.ts'

/** The tools shared by all sandboxes of one backend. */
export interface BubblewrapTools {
  /** Bubblewrap itself, absolute. */
  readonly file: string
  readonly facts: SandboxFacts
  readonly placeholders: Placeholders
  readonly limits: LimitKeeper
  /** A file that no one can open. */
  readonly nothing: string
  /** Returns the file with the filter of system calls; undefined if this processor's calls are not known. */
  seccompFile(unixSockets: boolean): string | undefined
  readonly inherited: readonly number[]
  /** Takes note of a program that runs for a key, until disposed of. */
  register(key: string, tree: ProgramTree): Disposable
}

/** Runs each program in its own namespaces, which end with it. The disk is surveyed again for each program. */
export function createBubblewrapLauncher(
  profile: SandboxProfile,
  network: Bridge | undefined,
  tools: BubblewrapTools,
): ProgramLauncher {
  return { programs: 'machine', launch: (options) => launch(options, profile, network, tools) }
}

function launch(
  { argv, request, file, keepsInputOpen = false, folder, baseEnvironment }: LaunchOptions,
  profile: SandboxProfile,
  network: Bridge | undefined,
  tools: BubblewrapTools,
): Program {
  const plan = planProtection(profile, tools.placeholders.standing())
  const scope = tools.limits.open(profile.limits)
  let held: HeldPlaceholders | undefined
  const undo = (): Promise<void> => {
    held?.[Symbol.dispose]()
    return scope.close()
  }
  try {
    held = tools.placeholders.hold(plan.missing, plan.missingFiles)
    const facts = surveyProfile(profile, tools.facts, { ...plan, missing: held.paths })
    const layout = layoutOf({ ...profile, mounts: [...profile.mounts, ...(network?.mounts ?? [])] }, facts)
    using places = openPlaces(layout.flatMap((step) => (step.kind === 'bind' ? [step.host] : [])))
    using filter = openIfAny(tools.seccompFile(profile.network.kind === 'host'))
    using nothing = openIfAny('/dev/null')
    const passed = [...(filter === undefined ? [] : [filter.descriptor]), ...places.descriptors.values()]
    const firstPassed = firstPassedFor(passed.length, { openFiles: profile.limits.openFiles })
    const command = [file, ...argv.slice(1)]
    const started = startBubblewrap({
      file: tools.file,
      command: network === undefined ? command : network.command(command),
      passed,
      firstPassed,
      inherited: tools.inherited,
      nothing: nothing?.descriptor ?? 0,
      readsInput: request.stdin !== undefined || keepsInputOpen,
      hasChannel: network !== undefined,
      openFiles: profile.limits.openFiles,
      ...scope,
    })
    network?.serve(started.child)
    const environment = { ...baseEnvironment, ...request.environment, PWD: request.cwd }
    const words = bubblewrapArguments({
      layout,
      descriptors: new Map(
        [...places.descriptors].map(([path, descriptor]) => [path, firstPassed + passed.indexOf(descriptor)] as const),
      ),
      nothing: tools.nothing,
      hasOwnRoot: false,
      isFirstProcess: false,
      sharesNetwork: profile.network.kind === 'host',
      workingFolder: profile.workspace.access === 'none' ? profile.workspace.inside : folder.real,
      ...(filter === undefined ? {} : { seccomp: firstPassed }),
      status: statusDescriptor,
      environment:
        network === undefined
          ? environment
          : { ...network.environment(environment), [channelVariable]: String(started.channel) },
    })
    started.options.on('error', () => undefined)
    started.options.end(words.map((word) => `${word}\0`).join(''))
    feed(started.stdin, request.stdin, keepsInputOpen)
    const program = watchProgram(started, {
      name: argv[0] ?? '',
      cwd: request.cwd,
      isFirstProcess: false,
      guarded: [...facts.protectedPaths, ...facts.placeholders],
      hits: scope.hits,
      undo,
    })
    const registered = tools.register(profile.key, program.tree)
    void program.exit.catch(() => undefined).then(() => registered[Symbol.dispose]())
    return program
  } catch (error) {
    void undo()
    throw spawnFault(error, argv[0] ?? '', request.cwd)
  }
}

function openIfAny(path: string | undefined): ({ readonly descriptor: number } & Disposable) | undefined {
  if (path === undefined) return undefined
  const descriptor = openSync(path, 'r')
  return { descriptor, [Symbol.dispose]: () => closeSync(descriptor) }
}
