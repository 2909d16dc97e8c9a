import { fail } from '@drawbridge/core'
import type { WatchedProgram } from '../bubblewrap/watch-program.ts'
import { atOnce } from '../launch/manner.ts'
import type { Program } from '../launch/program.ts'
import type { LaunchOptions, ProgramLauncher } from '../launch/program-launcher.ts'
import { feed } from '../process/feed.ts'
import { spawnFault } from '../process/spawn-fault.ts'
import { commandText } from './command-text.ts'
import type { Layout, NamedPlaces } from './contained-layout.ts'
import { type ContainedView, type ContainedViews, exposedSince, type KnownView } from './contained-view.ts'
import { containmentRemarks } from './containment-remarks.ts'
import { prepareSandbox } from './prepared-sandbox.ts'
import type { PreparedSandboxes } from './prepared-sandboxes.ts'
import { containedCommand, type StartTools, startContained } from './start-contained.ts'

/** Resources shared by all contained commands of one machine. */
export interface ContainedTools extends StartTools {
  readonly views: ContainedViews
  /** Absent if no sandbox is prepared for the next command. */
  readonly prepared: PreparedSandboxes<ContainedViews> | undefined
}

/**
 * Runs programs contained: they can write, reach and signal nothing. The covers are known from earlier surveys. The disk is
 * surveyed again while bubblewrap builds the sandbox, before any output of the program is read. If something changed, that program
 * is ended and started again; meanwhile it could do no harm. If a sandbox was prepared, the disk is surveyed before the program
 * starts in it, and a sandbox that would be built differently now is ended unused.
 */
export function createContainedLauncher(tools: ContainedTools, named: NamedPlaces): ProgramLauncher {
  const { views, prepared } = tools
  return {
    programs: 'machine',
    launch: async (options) => {
      const wanted = { ...named, programs: [...named.programs, options.file] }
      const handed = await startInPrepared(wanted, options)
      if (handed !== undefined) return handed
      const before = views.last()
      if (before?.status === 'known') {
        const layout = views.layouts.last(wanted) ?? views.layouts.now(before, wanted)
        const program = startIfThere(layout, options)
        if (program !== undefined) {
          const now = views.look()
          if (now !== undefined && holdsStill(before, now) && views.layouts.now(now, wanted) === layout) {
            return supervised(program, now, wanted, options)
          }
          await discard(program)
        }
      }
      const view = known(await views.lookPatiently())
      return supervised(start(views.layouts.now(view, wanted), options), view, wanted, options)
    },
  }

  /** A long-running program needs a first process that reaps what it leaves behind, so it cannot be handed over. */
  async function startInPrepared(wanted: NamedPlaces, options: LaunchOptions): Promise<Program | undefined> {
    if (options.keepsInputOpen === true) return undefined
    const command = containedCommand(options)
    const text = commandText(command, options.request.stdin !== undefined)
    const sandbox = text === undefined ? undefined : await prepared?.take(views)
    if (text === undefined || sandbox === undefined) return undefined
    const now = views.look() ?? (await views.lookPatiently())
    const isSame = holdsStill(sandbox.before, now) && views.layouts.now(now, wanted) === sandbox.layout
    const isUsed = isSame && options.signal?.aborted !== true && sandbox.isAsBuilt()
    prepared?.note(views, isUsed)
    if (!isUsed || !isSame) {
      void sandbox.end()
      return undefined
    }
    options.onReady?.()
    return supervised(sandbox.become(text, command, options), now, wanted, options)
  }

  function prepareNext({ programs }: NamedPlaces): void {
    prepared?.prepareLater(views, () => {
      const view = views.last()
      if (view?.status !== 'known') return undefined
      return prepareSandbox(views.layouts.now(view, { programs, files: [] }), view, tools)
    })
  }

  /** A file that replaces a covered one while the program runs can be read: then the program's output is withheld. */
  function supervised(
    program: WatchedProgram,
    before: KnownView,
    wanted: NamedPlaces,
    { keepsInputOpen = false }: LaunchOptions,
  ): Program {
    const after = program.over.then(() => views.look() ?? views.lookPatiently())
    after.catch(() => undefined)
    const exit = program.exit.then(async (end) => {
      const now = await after
      if (!keepsInputOpen) prepareNext(wanted)
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
    return Object.create(program, { exit: { value: exit }, remarks: { value: containmentRemarks } }) as Program
  }

  /** Files that the last layout mounts may be gone by now. */
  function startIfThere(layout: Layout, options: LaunchOptions): WatchedProgram | undefined {
    try {
      return start(layout, options)
    } catch {
      return undefined
    }
  }

  function start(layout: Layout, options: LaunchOptions): WatchedProgram {
    options.signal?.throwIfAborted()
    options.onReady?.()
    const { request, keepsInputOpen = false } = options
    const command = containedCommand(options)
    try {
      const readsInput = request.stdin !== undefined || keepsInputOpen
      // A long-running program is signalled and may leave processes behind, which a first process has to reap.
      const { program } = startContained({ layout, command, readsInput, isFirstProcess: !keepsInputOpen }, tools)
      feed(program.stdin, request.stdin, keepsInputOpen)
      return program
    } catch (error) {
      throw spawnFault(error, command.name, command.cwd)
    }
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
