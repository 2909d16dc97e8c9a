import { fail } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import type { LineReader, ProcessCommand, ProcessRunner } from '@drawbridge/core/machine'
import type { Invocation } from '@drawbridge/core/target'
import type { ProgramLauncher } from '../launch/program-launcher.ts'
import type { LinkProbe } from '../path/link-probe.ts'
import type { PathView } from '../path/path-view.ts'
import { resolveRealPath } from '../path/resolve-real-path.ts'
import { findProgram, findProgramIn } from '../target/find-program.ts'
import type { ProgramContext } from './program-context.ts'
import { notFound } from './spawn-fault.ts'

export interface ProcessRunnerOptions {
  /** The commands that the call may start. */
  readonly invocations: readonly Invocation[]
  readonly signal: AbortSignal
  readonly probe: LinkProbe
  readonly clock: Clock
  readonly baseEnvironment: Readonly<Record<string, string>>
  readonly searchPath: string
  /** The spelling of paths in the commands, if it differs from this machine's. */
  readonly view?: PathView | undefined
  /** The launcher for declared commands. Default: on the machine itself, like helper programs. */
  readonly launcher?: ProgramLauncher
}

/** Loaded with the first program: most calls start none. */
const hostLauncher: ProgramLauncher = {
  programs: 'machine',
  launch: async (options) => (await import('./spawn-program.ts')).hostLauncher.launch(options),
}

/** The programs that one call may run. See README.md for what holds of every run. */
export function createProcessRunner(options: ProcessRunnerOptions): ProcessRunner {
  const { invocations, probe, searchPath, view, launcher = hostLauncher, ...context } = options
  return {
    run: async (request) => {
      const checked = contextOf(request)
      const { runProgram } = await import('./run-program.ts')
      return runProgram(request, checked)
    },
    start: async (request) => {
      const checked = contextOf(request)
      const { startProgram } = await import('./start-program.ts')
      return startProgram(request, checked)
    },
    readHelperLines: (request) => {
      const { argv, cwd } = request
      const [name = ''] = argv
      const file = findProgram(name, { cwd, searchPath })
      if (file === undefined) throw notFound(name)
      const helper = { ...context, launcher: hostLauncher, argv, file }
      return readLater(import('./read-helper-lines.ts').then(({ readHelperLines }) => readHelperLines(request, helper)))
    },
  }

  function contextOf(request: ProcessCommand & { readonly cwd: string }): ProgramContext {
    const invocation = invocationOf(request, request.cwd, invocations)
    const { argv } = invocation
    const file = launcher.programs === 'own' ? (argv[0] ?? '') : sameProgram(invocation, { view, searchPath, probe })
    return { ...context, launcher, argv, file }
  }
}

function readLater(reader: Promise<LineReader>): LineReader {
  const exit = reader.then((loaded) => loaded.exit)
  // The reader of the lines gets the same error.
  exit.catch(() => undefined)
  return {
    exit,
    async *[Symbol.asyncIterator]() {
      yield* await reader
    },
  }
}

function invocationOf(command: ProcessCommand, cwd: string, invocations: readonly Invocation[]): Invocation {
  const found = invocations.find((invocation) => invocation.cwd === cwd && isSame(invocation.command, command))
  if (found !== undefined) return found
  const text = 'argv' in command ? command.argv.join(' ') : command.line
  return fail('invalid_target', `"${text}" in "${cwd}" is not among the commands that this call declared.`)
}

function isSame(declared: ProcessCommand, wanted: ProcessCommand): boolean {
  if ('line' in declared) return 'line' in wanted && wanted.line === declared.line
  return (
    'argv' in wanted &&
    declared.argv.length === wanted.argv.length &&
    declared.argv.every((word, index) => word === wanted.argv[index])
  )
}

/** The file to run, as found on the search path: some programs look at the name they are called by. */
function sameProgram(
  { program, cwd }: Invocation,
  { view, searchPath, probe }: Pick<ProcessRunnerOptions, 'view' | 'searchPath' | 'probe'>,
): string {
  const found = findProgramIn(view, program.name, { cwd, searchPath })
  if (found === undefined) throw notFound(program.name)
  const resolved = resolveRealPath(found, { probe, followLast: true })
  if (resolved.status === 'found' && resolved.real === program.path) return found
  return fail('stale_file', `"${program.name}" is no longer the program that was checked. Call again.`)
}
