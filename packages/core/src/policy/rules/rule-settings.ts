import type { PathTarget } from '../../target/target.ts'
import type { Mode } from '../section/permissions-section.ts'

/** What the operator sets about the built-in defaults. */
export interface RuleSettings {
  readonly mode: { readonly name: Mode; readonly source: string }
  readonly network: NetworkSettings
  /** Whether a path holds credentials, with the operator's additions and exceptions. */
  isSensitive(target: PathTarget): boolean
  /** What becomes of commands of a deny group; undefined: what the analysis says. */
  groupSetting(group: string): { readonly setting: 'deny' | 'ask' | 'off'; readonly source: string } | undefined
}

export interface NetworkSettings {
  readonly source: string
  /** Undefined: hosts are not limited. */
  isAllowed?(host: string): boolean
  isDenied(host: string): boolean
  readonly confirms: boolean
}
