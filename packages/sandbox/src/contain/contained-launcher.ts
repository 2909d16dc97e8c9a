import { closeSync, openSync, writeFileSync } from 'node:fs'
import { fail } from '@drawbridge/core'
import { bubblewrapArguments } from '../bubblewrap/bubblewrap-arguments.ts'
import type { LayoutStep } from '../bubblewrap/layout.ts'
import type { LimitedGroup } from '../bubblewrap/limits/limit-keeper.ts'
import { openPlaces } from '../bubblewrap/open-places.ts'
import { firstPassedFor, startBubblewrap, statusDescriptor } from '../bubblewrap/start-bubblewrap.ts'
import { type WatchedProgram, watchProgram } from '../bubblewrap/watch-program.ts'
import { atOnce } from '../launch/manner.ts'
import type { Program, ProgramTree } from '../launch/program.ts'
import type { LaunchOptions, ProgramLauncher } from '../launch/program-launcher.ts'
import { spawnFault } from '../process/spawn-fault.ts'
import { containedEnvironment, hardenedArgv } from './contained-environment.ts'
import type { NamedPlaces } from './contained-layout.ts'
import { type ContainedView, type ContainedViews, exposedSince, type KnownView } from './contained-view.ts'
import { containmentRemarks } from './containment-remarks.ts'

/** Resources shared by all contained commands of one machine. */
export interface ContainedTools {
  /** Bubblewrap itself, absolute. */
  readonly file: string
  readonly views: ContainedViews
  /** The file with the filter of system calls. */
  readonly seccompFile: string
  /** A file that no one can open. */
  readonly nothing: string
  readonly inherited: readonly number[]
  /** The limits of memory and processes for all contained commands together; without files to join if nothing enforces them. */
  readonly limits: LimitedGroup
  /** Takes note of a program that runs, until disposed of. */
  register(tree: ProgramTree): Disposable
}

/**
 * Runs programs contained: they can write, reach and signal nothing. The covers are known from earlier surveys. The disk is
 * surveyed again while bubblewrap builds the sandbox, before any output of the program is read. If something changed, that program
 * is ended and started again; meanwhile it could do no harm.
 */
export function createContainedLauncher(tools: ContainedTools, named: NamedPlaces): ProgramLauncher {
  const { views } = tools
  return {
    programs: 'machine',
    launch: async (options) => {
      const before = views.last()
      const wanted = { ...named, programs: [...named.programs, options.file] }
      if (before?.status === 'known') {
        const layout = views.layouts.last(wanted) ?? views.layouts.now(before, wanted)
        const program = startIfThere(layout, options)
        if (program !== undefined) {
          const now = views.look()
          if (now !== undefined && holdsStill(before, now) && views.layouts.now(now, wanted) === layout) {
            return withheldIfExposed(program, now)
          }
          await discard(program)
        }
      }
      const view = known(await views.lookPatiently())
      return withheldIfExposed(start(views.layouts.now(view, wanted), options), view)
    },
  }

  /** A file that replaces a covered one while the program runs can be read: then the program's output is withheld. */
  function withheldIfExposed(program: WatchedProgram, before: KnownView): Program {
    const after = program.over.then(() => views.look() ?? views.lookPatiently())
    after.catch(() => undefined)
    const exit = program.exit.then(async (end) => {
      const now = await after
      if (now.status === 'unknown')
        return fail('sandbox_unavailable', `Its output is withheld: ${now.reason} Call again.`)
      const path = exposedSince(before, now)
      if (path === undefined) return end
      return fail(
        'sandbox_unavailable',
        `"${path}" was created or replaced while the command ran, so the command may have read it. Its output is withheld. Call again.`,
      )
    })
    exit.catch(() => undefined)
    return Object.create(program, { exit: { value: exit } }) as Program
  }

  /** Files that the last layout mounts may be gone by now. */
  function startIfThere(layout: readonly LayoutStep[], options: LaunchOptions): WatchedProgram | undefined {
    try {
      return start(layout, options)
    } catch {
      return undefined
    }
  }

  function start(layout: readonly LayoutStep[], options: LaunchOptions): WatchedProgram {
    options.signal?.throwIfAborted()
    options.onReady?.()
    return startContained(layout, options, tools)
  }
}

function known(view: ContainedView): KnownView {
  if (view.status === 'known') return view
  return fail('sandbox_unavailable', `The command cannot be contained: ${view.reason} Repeat it with contained: false.`)
}

function holdsStill(before: KnownView, now: ContainedView): now is KnownView {
  return now.status === 'known' && exposedSince(before, now) === undefined
}

async function discard(program: Program): Promise<void> {
  await program.tree.end(atOnce)
  await program.exit.catch(() => undefined)
  await program.release()
}

function startContained(
  layout: readonly LayoutStep[],
  { argv, request, file, keepsInputOpen = false, folder, baseEnvironment }: LaunchOptions,
  { file: bubblewrap, seccompFile, nothing, inherited, limits, register }: ContainedTools,
): WatchedProgram {
  try {
    using places = openPlaces(layout.flatMap((step) => (step.kind === 'bind' ? [step.host] : [])))
    using filter = opened(seccompFile)
    using nowhere = opened('/dev/null')
    // A long-running program is signalled and may leave processes behind, which a first process has to reap.
    const isFirstProcess = !keepsInputOpen
    const passed = [filter.descriptor, ...places.descriptors.values()]
    const firstPassed = firstPassedFor(passed.length)
    const started = startBubblewrap({
      file: bubblewrap,
      command: [file, ...hardenedArgv(argv).slice(1)],
      passed,
      firstPassed,
      inherited,
      nothing: nowhere.descriptor,
      readsInput: request.stdin !== undefined || keepsInputOpen,
      hasChannel: false,
      openFiles: undefined,
      joinFiles: [],
      prefix: [],
      environment: {},
    })
    const words = bubblewrapArguments({
      layout,
      descriptors: new Map(
        [...places.descriptors].map(([path, descriptor]) => [path, firstPassed + passed.indexOf(descriptor)] as const),
      ),
      nothing,
      hasOwnRoot: true,
      isFirstProcess,
      sharesNetwork: false,
      workingFolder: folder.real,
      seccomp: firstPassed,
      status: statusDescriptor,
      environment: { ...containedEnvironment(baseEnvironment), ...request.environment, PWD: request.cwd },
    })
    // Nothing of it runs before it has read what to build, and all that it starts belongs to the same groups.
    for (const join of limits.joinFiles) writeFileSync(join, String(started.child.pid))
    started.options.on('error', () => undefined)
    started.options.end(words.map((word) => `${word}\0`).join(''))
    started.stdin?.on('error', () => undefined)
    if (!keepsInputOpen) started.stdin?.end(request.stdin)
    else if (request.stdin !== undefined) started.stdin?.write(request.stdin)
    const program = watchProgram(started, {
      name: argv[0] ?? '',
      cwd: request.cwd,
      guarded: [],
      isFirstProcess,
      hits: () => [],
      undo: async () => undefined,
    })
    const registered = register(program.tree)
    void program.exit.catch(() => undefined).then(() => registered[Symbol.dispose]())
    return Object.create(program, { remarks: { value: containmentRemarks } }) as WatchedProgram
  } catch (error) {
    throw spawnFault(error, argv[0] ?? '', request.cwd)
  }
}

function opened(path: string): { readonly descriptor: number } & Disposable {
  const descriptor = openSync(path, 'r')
  return { descriptor, [Symbol.dispose]: () => closeSync(descriptor) }
}
