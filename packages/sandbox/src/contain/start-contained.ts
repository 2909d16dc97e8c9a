import { closeSync, openSync, writeFileSync } from 'node:fs'
import { type Duplex, Stream } from 'node:stream'
import { bubblewrapArguments } from '../bubblewrap/bubblewrap-arguments.ts'
import type { LimitedGroup } from '../bubblewrap/limits/limit-keeper.ts'
import { openPlaces } from '../bubblewrap/open-places.ts'
import { firstPassedFor, startBubblewrap, statusDescriptor } from '../bubblewrap/start-bubblewrap.ts'
import { type WatchedProgram, watchProgram } from '../bubblewrap/watch-program.ts'
import type { ProgramTree } from '../launch/program.ts'
import type { LaunchOptions } from '../launch/program-launcher.ts'
import { containedEnvironment, hardenedArgv } from './contained-environment.ts'
import type { Layout } from './contained-layout.ts'

/** The means that every start of bubblewrap needs, shared by all contained commands of one machine. */
export interface StartTools {
  /** Bubblewrap itself, absolute. */
  readonly file: string
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

/** A program as it runs inside. */
export interface ContainedCommand {
  /** The file and its words. */
  readonly words: readonly string[]
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** The name and the folder in messages. */
  readonly name: string
  readonly cwd: string
}

export interface ContainedStart {
  readonly layout: Layout
  readonly command: ContainedCommand
  readonly readsInput: boolean
  readonly hasSecondInput?: boolean
  readonly isFirstProcess: boolean
}

export interface StartedContained {
  readonly program: WatchedProgram
  readonly secondInput?: Duplex
  /** Decides if this process stays until the program has ended, as at the start, or may exit before. */
  holdProcess(isHeld: boolean): void
}

/** Returns the command of a call as it holds in containment. Pure. */
export function containedCommand({ argv, file, folder, request, baseEnvironment }: LaunchOptions): ContainedCommand {
  return {
    words: [file, ...hardenedArgv(argv).slice(1)],
    folder: folder.real,
    environment: { ...containedEnvironment(baseEnvironment), ...request.environment, PWD: folder.real },
    name: argv[0] ?? '',
    cwd: request.cwd,
  }
}

/** Starts bubblewrap with a layout and a program in it. */
export function startContained(start: ContainedStart, tools: StartTools): StartedContained {
  const { layout, command, readsInput, hasSecondInput = false, isFirstProcess } = start
  const { file, seccompFile, nothing, inherited, limits, register } = tools
  using places = openPlaces(layout.flatMap((step) => (step.kind === 'bind' ? [step.host] : [])))
  using filter = opened(seccompFile)
  using nowhere = opened('/dev/null')
  const passed = [filter.descriptor, ...places.descriptors.values()]
  const firstPassed = firstPassedFor(passed.length, { hasSecondInput })
  const started = startBubblewrap({
    file,
    command: command.words,
    passed,
    firstPassed,
    inherited,
    nothing: nowhere.descriptor,
    readsInput,
    hasSecondInput,
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
    workingFolder: command.folder,
    seccomp: firstPassed,
    status: statusDescriptor,
    environment: command.environment,
  })
  // Nothing of it runs before it has read what to build, and all that it starts belongs to the same groups.
  for (const join of limits.joinFiles) writeFileSync(join, String(started.child.pid))
  started.options.on('error', () => undefined)
  started.options.end(words.map((word) => `${word}\0`).join(''))
  const { name, cwd } = command
  const watched = { name, cwd, guarded: [], isFirstProcess, hits: () => [], undo: async () => undefined }
  const program = watchProgram(started, watched)
  const registered = register(program.tree)
  void program.exit.catch(() => undefined).then(() => registered[Symbol.dispose]())
  return {
    program,
    ...(started.secondInput === undefined ? {} : { secondInput: started.secondInput }),
    holdProcess: (isHeld) => {
      const { child } = started
      for (const handle of [child, ...child.stdio.flatMap((stream) => (isOpenHandle(stream) ? [stream] : []))]) {
        if (isHeld) handle.ref()
        else handle.unref()
      }
    },
  }
}

/** True if the process stays until this is closed, unless told otherwise. */
function isOpenHandle(stream: unknown): stream is { ref(): void; unref(): void } {
  return stream instanceof Stream && 'unref' in stream && !('destroyed' in stream && stream.destroyed === true)
}

function opened(path: string): { readonly descriptor: number } & Disposable {
  const descriptor = openSync(path, 'r')
  return { descriptor, [Symbol.dispose]: () => closeSync(descriptor) }
}
