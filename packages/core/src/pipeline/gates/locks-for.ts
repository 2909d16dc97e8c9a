import type { LockRequest } from '../../limit/lock-table.ts'
import type { Target } from '../../target/target.ts'

/** Real paths, shared for reading and exclusive for changing. */
export function locksFor(targets: readonly Target[]): readonly LockRequest[] {
  if (targets.length === 0) return noLocks
  return targets.flatMap((target) =>
    target.kind === 'path'
      ? [
          {
            key: target.real,
            mode: isReading(target.access) ? 'shared' : 'exclusive',
            recursive: target.recursive,
          } as const,
        ]
      : [],
  )
}

const noLocks: readonly LockRequest[] = []

function isReading(access: 'read' | 'list' | 'write' | 'delete'): boolean {
  return access === 'read' || access === 'list'
}
