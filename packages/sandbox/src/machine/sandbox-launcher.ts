import { randomUUID } from 'node:crypto'
import type { SandboxBackend } from '../backend/sandbox-backend.ts'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'
import type { Program } from '../launch/program.ts'
import type { LaunchOptions, ProgramLauncher } from '../launch/program-launcher.ts'
import { imageFolders } from './image-folders.ts'

export interface SandboxLauncherOptions {
  readonly backend: SandboxBackend
  /** The profile of this call, computed once a program is really started. */
  readonly profile: () => Promise<SandboxProfile>
  /**
   * Nothing else runs in its sandbox, before, beside or after it, nor left files in its `/tmp`, where its settings may lie: for programs
   * that hold a secret. Default false.
   */
  readonly isAlone?: boolean
}

/** Where the programs of a backend lie: in the tree of this machine, or in one of their own. */
export function programsOf(backend: SandboxBackend['kind']): ProgramLauncher['programs'] {
  return { bubblewrap: 'machine', docker: 'own' }[backend] as ProgramLauncher['programs']
}

/** Prepares the sandbox when a program starts, so that a call which starts none costs nothing. */
export function createSandboxLauncher(options: SandboxLauncherOptions): ProgramLauncher {
  const { backend, isAlone = false } = options
  return {
    programs: programsOf(backend.kind),
    launch: async (what) => {
      const profile = await options.profile()
      if (!isAlone) return launchIn(backend, profile, what)
      const key = `${profile.key}-${randomUUID()}`
      const mounts = profile.mounts.filter(({ inside }) => inside !== '/tmp')
      try {
        const program = await launchIn(backend, { ...profile, key, mounts }, what, true)
        return releasing(program, () => backend.end(key))
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

/** The same program, whose release ends its sandbox too. Not a copy: some of its fields are looked up when they are read. */
function releasing(program: Program, end: () => Promise<void>): Program {
  const release = async (): Promise<void> => {
    try {
      await program.release()
    } finally {
      await end()
    }
  }
  return Object.create(program, { release: { value: release } }) as Program
}
