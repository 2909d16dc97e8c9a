import { fail } from '@drawbridge/core'
import type { Machine } from '@drawbridge/core/machine'

/** A run whose sandbox cannot be had: whatever would touch the machine ends with `sandbox_unavailable`, and nothing runs without. */
export function absentMachine(workspace: string, reason: string): Machine {
  const refuse = () => fail('sandbox_unavailable', reason)
  return { workspace, files: refuse, processes: refuse }
}
