import type { DeclaredTarget } from '../target/declared-target.ts'
import type { Invocation } from '../target/invocation.ts'
import type { Target } from '../target/target.ts'
import type { TargetResolution } from '../target/target-resolver.ts'
import { adjustAuthority } from './adjust-authority.ts'
import type { TargetedCall, ValidatedCall } from './call.ts'
import type { RunContext } from './run-context.ts'
import { type Stop, stop } from './stage.ts'

/** Computes what the call will touch: real paths, programs, hosts. All later stages read these and nothing else. */
export function target(call: ValidatedCall, context: RunContext): TargetedCall | Stop | Promise<TargetedCall | Stop> {
  const declared = call.tool.definition.targets?.(call.input) ?? noTargets
  if (declared.length === 0) return withTargets(call, { targets: noTargets })
  const resolution = context.resolver.resolve(declared, context.principal)
  return resolution instanceof Promise
    ? resolution.then((resolved) => conclude(call, resolved))
    : conclude(call, resolution)
}

const noTargets: readonly (Target & DeclaredTarget)[] = []

function conclude(call: ValidatedCall, resolution: TargetResolution): TargetedCall | Stop {
  return resolution.status === 'resolved'
    ? withTargets(call, resolution)
    : stop(resolution.status, resolution.failure)
}

function withTargets(
  call: ValidatedCall,
  { targets, invocations = noInvocations }: Pick<Resolved, 'targets' | 'invocations'>,
): TargetedCall {
  return { ...call, targets, invocations, ...adjustAuthority(call.tool, call.input, targets) }
}

type Resolved = Extract<TargetResolution, { status: 'resolved' }>

const noInvocations: readonly Invocation[] = []
