import { randomUUID } from 'node:crypto'
import type { SandboxBackend } from '../backend/sandbox-backend.ts'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import type { EndedProgram, Program } from '../launch/program.ts'
import type { LaunchOptions, ProgramLauncher } from '../launch/program-launcher.ts'
import { imageFolders } from './image-folders.ts'

export interface LaunchPlan {
  readonly profile: SandboxProfile
  /** Returns remarks about a program's run in it. */
  readonly remarks?: (ended: EndedProgram) => readonly string[]
}

export interface SandboxLauncherOptions {
  readonly backend: SandboxBackend
  /** Made for each program, once it is really started. */
  readonly plan: () => Promise<LaunchPlan>
  /**
   * True if nothing else runs in its sandbox, before, during or after it, or has left files in its `/tmp`, where its
   * settings may be: for programs with a secret. Default false.
   */
  readonly isAlone?: boolean
}

/** Returns where a backend's programs are: in the tree of this machine, or in a tree of their own. */
export function programsOf(backend: SandboxBackend['kind']): ProgramLauncher['programs'] {
  return { bubblewrap: 'machine', docker: 'own' }[backend] as ProgramLauncher['programs']
}

/** Prepares the sandbox when a program starts, so that a call which starts none costs nothing. */
export function createSandboxLauncher(options: SandboxLauncherOptions): ProgramLauncher {
  const { backend, isAlone = false } = options
  return {
    programs: programsOf(backend.kind),
    launch: async (what) => {
      const { profile, remarks } = await options.plan()
      if (!isAlone) return changed(await launchIn(backend, profile, what), { remarks })
      const key = `${profile.key}-${randomUUID()}`
      const mounts = profile.mounts.filter(({ inside }) => inside !== '/tmp')
      try {
        const program = await launchIn(backend, { ...profile, key, mounts }, what, true)
        return changed(program, { remarks, release: releasing(program, () => backend.end(key)) })
      } catch (error) {
        await backend.end(key)
        throw error
      }
    },
  }
}

async function launchIn(
  backend: SandboxBackend,
  profile: SandboxProfile,
  what: LaunchOptions,
  isAlone = false,
): Promise<Program> {
  what.signal?.throwIfAborted()
  const { launcher, paths, environment } = await backend.prepare(profile)
  const file = launcher.programs === 'own' ? what.file : (paths.toInside(what.file) ?? what.file)
  const inside = environment(what.baseEnvironment)
  // A file of its name must not get its secret: on the machine that was seen to before.
  const isFound = launcher.programs === 'own' && isAlone
  const baseEnvironment = isFound ? { ...inside, PATH: imageFolders(inside.PATH ?? '', paths) } : inside
  return launcher.launch({ ...what, file, baseEnvironment })
}

/** The same program, with something more of its own. Not a copy: some of its fields are looked up when they are read. */
function changed(
  program: Program,
  { remarks, release }: { readonly remarks: LaunchPlan['remarks']; readonly release?: Program['release'] },
): Program {
  return Object.create(program, {
    ...(remarks === undefined ? {} : { remarks: { value: remarks } }),
    ...(release === undefined ? {} : { release: { value: release } }),
  }) as Program
}

/** Its release ends its sandbox too. */
function releasing(program: Program, end: () => Promise<void>): Program['release'] {
  return async (): Promise<void> => {
    try {
      await program.release()
    } finally {
      await end()
    }
  }
}
