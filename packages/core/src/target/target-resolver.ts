import type { Principal } from '../base/principal.ts'
import type { Failure } from '../outcome/failure.ts'
import type { DeclaredTarget } from './declared-target.ts'
import type { Invocation } from './invocation.ts'
import type { PathDenials } from './path-denials.ts'
import type { Target } from './target.ts'

/** Resolved targets, or why the call cannot or must not touch what it declares. */
export type TargetResolution =
  | {
      readonly status: 'resolved'
      readonly targets: readonly Target[]
      /** The processes of the declared commands; none if the call declares no command. */
      readonly invocations?: readonly Invocation[]
    }
  | { readonly status: 'failed' | 'denied'; readonly failure: Failure }

/** Turns declared targets into real paths, programs and hosts. Reads the machine, changes nothing. */
export interface TargetResolver {
  /** @param denials Paths that rules deny to the call: entries below its folders that are among them become targets of their own. */
  resolve(
    declared: readonly DeclaredTarget[],
    principal: Principal,
    denials?: PathDenials,
  ): TargetResolution | Promise<TargetResolution>
}
