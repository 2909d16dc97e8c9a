import { shorten } from '@drawbridge/core/base'

/** The reason that a URL, a host or an address is refused. Stable: callers and logs match on these. */
export type RefusalRule =
  | 'invalid_url'
  | 'url_too_long'
  | 'control_character'
  | 'backslash'
  | 'user_info'
  | 'scheme'
  | 'port'
  | 'local_name'
  | 'metadata_host'
  | 'denied_host'
  | 'host_not_allowed'
  | 'no_address'
  | 'unreadable_address'
  | 'special_address'
  | 'too_many_redirects'

/** A refusal: the rule for programs, the reason for people. */
export interface Refusal {
  readonly verdict: 'block'
  readonly rule: RefusalRule
  /** A text that names the refused value and, if there is one, the way out. */
  readonly reason: string
}

/** Builds a refusal. */
export function refuse(rule: RefusalRule, reason: string): Refusal {
  return { verdict: 'block', rule, reason }
}

/** Formats a hostile value for a message: quoted, escaped and short. */
export function quote(value: string): string {
  return JSON.stringify(shorten(value, 200))
}
