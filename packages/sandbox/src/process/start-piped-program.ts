import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { openFolder } from '../files/anchored-folder.ts'
import { politely } from '../launch/manner.ts'
import type { ProgramExit } from '../launch/program.ts'
import type { ProgramLauncher } from '../launch/program-launcher.ts'
import { findProgram } from '../target/find-program.ts'
import { baseEnvironment } from './base-environment.ts'
import { killAtExit } from './kill-at-exit.ts'
import { createOrphanGuard, type OrphanGuard } from './orphan-guard.ts'
import { notFound } from './spawn-fault.ts'

export { createOrphanGuard, type OrphanGuard, type ProgramLauncher }

/** A running program whose output and errors arrive whole and apart, such as a server that speaks over its standard output. */
export interface PipedProgram {
  readonly pid: number
  /** Resolves when the program can take more. Rejects if it has closed its input. */
  write(data: Uint8Array | string): Promise<void>
  /** Settles when the program itself has ended. */
  readonly ended: Promise<ProgramExit>
  /** Closes its input and ends it with all that it started: asked first, then killed. */
  stop(): Promise<void>
}

/** The program to start. No shell reads its arguments. */
export interface PipedProgramRequest {
  readonly argv: readonly [program: string, ...rest: string[]]
  /** Absolute. */
  readonly cwd: string
  /** Added to the minimal base environment. */
  readonly environment?: Readonly<Record<string, string>>
  /** Called with each piece of its output. */
  onOutput(chunk: Uint8Array): void
  /** Called with each piece of its error output. */
  onErrors(chunk: Uint8Array): void
}

/** The surroundings in which the program starts. */
export interface PipedProgramContext {
  /** The environment that the base environment is taken from. */
  readonly source: Readonly<Record<string, string | undefined>>
  readonly guard: OrphanGuard
  /** Default: on the machine itself. */
  readonly launcher?: ProgramLauncher
}

/** The variable by which the processes of a piped program are found after this process was killed. */
const guardedBy = 'DRAWBRIDGE_GUARDED'

/** Starts a program in a process group of its own. Rejects with a fault if it does not start. */
export async function startPipedProgram(
  { argv, cwd, environment = {}, onOutput, onErrors }: PipedProgramRequest,
  { source, guard, launcher: given }: PipedProgramContext,
): Promise<PipedProgram> {
  const launcher = given ?? (await import('./spawn-program.ts')).hostLauncher
  const base = baseEnvironment({ source })
  const [name] = argv
  const folder = realpathSync(cwd)
  const file = launcher.programs === 'own' ? name : findProgram(name, { cwd: folder, searchPath: base.PATH ?? '' })
  if (file === undefined) throw notFound(name)
  await using anchored = await openFolder(folder)
  const mark = randomUUID()
  const watching = guard.watch(`${guardedBy}=${mark}`)
  try {
    const program = await launcher.launch({
      argv,
      file,
      request: { cwd: folder, environment: { ...environment, [guardedBy]: mark } },
      folder: anchored,
      baseEnvironment: base,
      keepsInputOpen: true,
    })
    const { stdin, tree } = program
    program.stdout.on('data', onOutput)
    program.stderr.on('data', onErrors)
    const lastChance = killAtExit(tree)
    let release: Promise<void> | undefined
    const letGo = async () => {
      release ??= Promise.resolve(program.release()).finally(() => {
        lastChance[Symbol.dispose]()
        watching[Symbol.dispose]()
      })
      await release
    }
    await program.started
    return {
      pid: program.pid,
      write: async (data) => {
        if (stdin === null || !stdin.writable) throw new Error(`"${name}" no longer reads its input.`)
        if (!stdin.write(data)) await Promise.race([once(stdin, 'drain'), once(stdin, 'close')])
      },
      ended: program.exit,
      stop: async () => {
        stdin?.end()
        await tree.end(politely)
        await letGo()
      },
    }
  } catch (error) {
    watching[Symbol.dispose]()
    throw error
  }
}
