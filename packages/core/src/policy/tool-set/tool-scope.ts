import type { Role } from '../../base/principal.ts'
import type { ListedTool } from '../../registry/registered-tool.ts'
import type { Ceiling } from '../ceiling.ts'
import type { Mode } from '../section/permissions-section.ts'
import type { Depth } from './child-restrictions.ts'

/** For whom a tool set is: everything about a run that decides which tools exist for it. Lists are as in a configuration. */
export interface ToolScope {
  /** `provider` or `provider/model`. */
  readonly provider?: string | undefined
  readonly agent?: string | undefined
  /** Default `main`. */
  readonly role?: Role | undefined
  /** The depth of a child. Without it a child has no children. */
  readonly depth?: Depth | undefined
  /** The set that the child's type has, or the `allowedTools` in its place. Default for a worker: the minimal set. */
  readonly childSet?: readonly string[] | undefined
  /** The list of the channel or group that the request came from. */
  readonly groupAllow?: readonly string[] | undefined
  /** The list of a plan step, delegation or scheduled job. */
  readonly taskAllow?: readonly string[] | undefined
  /** The list of this very request, as a forum topic sets it. */
  readonly requestAllow?: readonly string[] | undefined
  /** Default: the policy's. */
  readonly mode?: Mode | undefined
  readonly ceilings?: readonly Ceiling[] | undefined
  /** The reason that a tool cannot work here, such as a missing sandbox. The cache identifies it by its `id`. */
  readonly capability?: ScopeCapability | undefined
}

/** An ability or restriction of the place where a run works. */
export interface ScopeCapability {
  readonly id: string
  missing(tool: ListedTool): string | undefined
}
