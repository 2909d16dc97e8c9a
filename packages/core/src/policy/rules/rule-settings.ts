import type { PathTarget } from '../../target/target.ts'
import type { Mode } from '../section/permissions-section.ts'

/** The operator's settings for the built-in defaults. */
export interface RuleSettings {
  readonly mode: { readonly name: Mode; readonly source: string }
  readonly network: NetworkSettings
  /** Returns true if a path contains credentials, with the operator's additions and exceptions. */
  isSensitive(target: PathTarget): boolean
  /** Returns the setting for commands of a deny group; undefined: the analysis decides. */
  groupSetting(group: string): { readonly setting: 'deny' | 'ask' | 'off'; readonly source: string } | undefined
}

export interface NetworkSettings {
  readonly source: string
  /** Undefined: hosts are not limited. */
  isAllowed?(host: string): boolean
  isDenied(host: string): boolean
  readonly confirms: boolean
}
