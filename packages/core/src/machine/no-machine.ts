import { fail } from '../outcome/tool-fault.ts'
import type { Machine } from './machine.ts'

/** A run without a machine: whatever would touch one ends with `sandbox_unavailable`. */
export const noMachine: Machine = {
  workspace: '/',
  files: () => absent(),
  processes: () => absent(),
}

function absent(): never {
  return fail('sandbox_unavailable', 'This run has no machine to touch. Pass one as `machine`.')
}
