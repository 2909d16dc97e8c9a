import { fail, type Target } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import type { PathAccess, PathDenials, PathTarget } from '@drawbridge/core/target'
import type { Boundaries } from '../path/boundaries.ts'
import { judgePath } from '../path/judge-path.ts'
import type { LinkProbe } from '../path/link-probe.ts'
import { deniedText } from './denied-text.ts'

/** The declared accesses that permit each operation on a path. */
const permitting = {
  stat: ['read', 'write', 'delete', 'list'],
  read: ['read', 'write'],
  list: ['read', 'list', 'delete'],
  write: ['write'],
  remove: ['delete'],
  /** The deletion counts first: of a link that the call also writes through it takes the link, not the file behind it. */
  take: ['delete', 'write'],
  /** Undoing what the same call did: deleting a file that it created, writing one that it deleted. */
  undo: ['delete', 'write'],
} as const satisfies Record<string, readonly PathAccess[]>

export type FileOperation = keyof typeof permitting

/** A path that the call may use. */
export interface PathGrant {
  /** As the tool named it: for messages. */
  readonly path: string
  readonly real: string
  readonly access: PathAccess
  /** True if the decision on this call knew that the content may have other names. */
  readonly sharedContentKnown: boolean
  /** True if the decision knew that the place contains credentials. */
  readonly sensitiveKnown: boolean
}

export interface GrantContext {
  readonly targets: readonly Target[]
  readonly boundaries: Boundaries
  readonly probe: LinkProbe
  /** Paths that rules deny to the call: below its targets they are closed. */
  readonly denials?: PathDenials | undefined
}

/**
 * Finds the target that permits the use of a path: the path itself as declared or real, or a recursive target above it
 * that is no less strict. Everything else ends with a fault; a path alone is never enough to open a file.
 */
export function grant(path: string, operation: FileOperation, context: GrantContext): PathGrant {
  const accesses: readonly PathAccess[] = permitting[operation]
  const targets = context.targets
    .filter((target) => target.kind === 'path')
    .filter((target) => accesses.includes(target.access))
  const named = targets.filter((target) => target.declared === path || target.real === path)
  const takes = operation === 'take' || operation === 'undo'
  const exact = (takes ? named.find(({ access }) => access === 'delete') : undefined) ?? named[0]
  if (exact !== undefined) return grantOf(path, exact.real, exact)
  return (
    below(
      path,
      operation,
      targets.filter((target) => target.recursive),
      context,
    ) ?? fail('invalid_target', notATarget(path))
  )
}

function below(
  path: string,
  operation: FileOperation,
  targets: readonly PathTarget[],
  { boundaries, probe, denials }: GrantContext,
): PathGrant | undefined {
  for (const target of targets) {
    const verdict = judgePath({ path, base: boundaries.workspace, access: target.access }, boundaries, probe)
    if (verdict.status !== 'judged') fail(verdict.failure.code, verdict.failure.message)
    if (!isWithin(target.real, verdict.real)) continue
    if (verdict.why !== undefined && verdict.zone === 'outside')
      fail('path_outside_roots', `"${path}" ${verdict.why}. ${askApart}`)
    if (verdict.sensitive && !target.sensitive)
      fail('path_outside_roots', `"${path}" may contain credentials. ${askApart}`)
    const denial = denials?.find(verdict.real, ...accessesOf(operation, target))
    if (denial !== undefined) fail('denied_by_policy', deniedText(path, denial))
    return grantOf(path, verdict.real, target)
  }
  return undefined
}

function accessesOf(operation: FileOperation, { access }: PathTarget): readonly PathAccess[] {
  return operation === 'read' || operation === 'list' ? [access, operation] : [access]
}

const askApart = 'Name it in a separate call, so that it can be decided on its own.'

function grantOf(path: string, real: string, target: PathTarget): PathGrant {
  return {
    path,
    real,
    access: target.access,
    sharedContentKnown: target.zone === 'outside',
    sensitiveKnown: target.sensitive,
  }
}

function notATarget(path: string): string {
  return `"${path}" is not among the paths that this call declared. A tool may only use what its targets name.`
}
