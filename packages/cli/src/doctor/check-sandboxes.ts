import { findProgram } from '@drawbridge/sandbox'
import type { Check } from './check.ts'

/** Commands run on the host for now; what could hold them in is worth knowing all the same. */
const backends = [
  { name: 'bubblewrap', programs: ['bwrap'] },
  { name: 'docker', programs: ['docker', 'podman'] },
] as const

export const checkSandboxes: readonly Check[] = backends.map(({ name, programs }) => ({
  name,
  look: ({ io: { environment } }) => {
    const places = { cwd: '/', searchPath: environment.PATH ?? '' }
    const found = programs.map((program) => findProgram(program, places)).find((path) => path !== undefined)
    const message = found === undefined ? `${programs.join(' or ')} is not installed` : `${found} is installed`
    return { status: 'ok', message: `${message}; commands run on the host.` }
  },
}))
