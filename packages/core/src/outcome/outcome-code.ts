/**
 * Every code an outcome can carry, with whether the same call may succeed later without a change.
 * A closed list: a new code is a decision, and scripts rely on the old ones.
 */
const retryableByCode = {
  invalid_call: false,
  too_many_parameters: false,
  unknown_tool: false,
  tool_not_available: false,
  validation_error: false,
  invalid_target: false,
  rate_limited: true,
  denied_by_hook: false,
  denied_by_policy: false,
  denied_by_user: false,
  approval_timeout: true,
  approval_unavailable: false,
  approval_void: true,
  timeout: true,
  aborted: false,
  internal_error: false,
  interrupted: false,
  not_started_after_failed_write: true,
  file_not_found: false,
  not_a_file: false,
  is_a_directory: false,
  path_conflict: false,
  path_outside_roots: false,
  text_not_found: false,
  ambiguous_edit: false,
  patch_apply_failed: false,
  stale_file: false,
  redacted_content: false,
  memory_readonly: false,
  file_too_large: false,
  invalid_pattern: false,
  command_not_found: false,
  command_failed: false,
  sandbox_unavailable: true,
  blocked_address: false,
  network_error: true,
  http_error: false,
  server_error: false,
  server_unavailable: true,
  outcome_unknown: false,
  quota_exceeded: false,
  store_unavailable: true,
} as const

/** The reason that a call did not end with `ok`. */
export type OutcomeCode = keyof typeof retryableByCode

/** All codes, in the order of the published list. */
export const outcomeCodes = Object.keys(retryableByCode) as readonly OutcomeCode[]

/** Returns true if the same call may succeed later without changes. */
export function isRetryable(code: OutcomeCode): boolean {
  return retryableByCode[code]
}
