import type { Approver } from '../approval/approver.ts'
import type { Principal } from '../base/principal.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Ceiling } from '../policy/ceiling.ts'
import type { Mode } from '../policy/section/permissions-section.ts'
import type { ToolScope } from '../policy/tool-set/tool-scope.ts'
import type { Questioner } from '../question/questioner.ts'
import type { SnapshotOptions } from '../registry/snapshot.ts'

/** A session's additions to its Drawbridge. */
export interface SessionOptions {
  /** Key of the session, which names its record. Default: a new one. */
  readonly id?: string
  /** Key of the session whose words and results this one goes on with, such as the one that it was forked from. */
  readonly follows?: string
  /** The caller. Session and run are filled in. */
  readonly principal?: Partial<Omit<Principal, 'session' | 'run'>>
  /** In place of the Drawbridge's. */
  readonly approvers?: readonly Approver[]
  /** In place of the Drawbridge's. */
  readonly questioners?: readonly Questioner[]
  /** The names and parameters of tools for the model. Default: the Drawbridge's. */
  readonly dialect?: Dialect
  /** Keeps tools out of the session, with the reason. */
  readonly hide?: SnapshotOptions['hide']
  /**
   * The strictness of the policy. Default: that of the Drawbridge. `bypass` requires the operator's permission in the
   * configuration.
   */
  readonly mode?: Mode
  /**
   * Globs of paths that no call may touch, in any mode and after any answer; relative ones are in the workspace. They
   * also apply to every run below.
   */
  readonly deniedPaths?: readonly string[]
  /** Limits that its children inherit; they only narrow. */
  readonly ceilings?: readonly Ceiling[]
  /** Further facts that decide which tools exist: the model's provider, lists of channel, task and request, depth. */
  readonly scope?: Omit<ToolScope, 'agent' | 'role' | 'mode' | 'ceilings'>
  readonly signal?: AbortSignal
}
