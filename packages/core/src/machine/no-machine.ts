import { failure } from '../outcome/failure.ts'
import { fail } from '../outcome/tool-fault.ts'
import type { DeclaredTarget } from '../target/declared-target.ts'
import type { Target } from '../target/target.ts'
import type { TargetResolution, TargetResolver } from '../target/target-resolver.ts'
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

/**
 * The resolver of a run without a machine: identities and dynamic targets pass, paths, commands and URLs are refused.
 * Missing components fail closed.
 */
export const identityOnlyResolver: TargetResolver = {
  resolve: (declared) => {
    const resolved = declared.filter(isIdentityOrDynamic)
    if (resolved.length === declared.length) return { status: 'resolved', targets: resolved }
    const kinds = [...new Set(declared.filter((target) => !isIdentityOrDynamic(target)).map((target) => target.kind))]
    return unresolvable(kinds)
  },
}

function isIdentityOrDynamic(target: DeclaredTarget): target is Extract<Target, DeclaredTarget> {
  return target.kind !== 'path' && target.kind !== 'command' && target.kind !== 'shell' && target.kind !== 'url'
}

function unresolvable(kinds: readonly string[]): TargetResolution {
  return {
    status: 'failed',
    failure: failure(
      'invalid_target',
      `This run has no target resolver, so a call that touches a ${kinds.join(' or ')} cannot run. Pass one as \`resolver\`.`,
    ),
  }
}
