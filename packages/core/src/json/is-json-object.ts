/**
 * Returns true if a JSON value is an object: neither null nor an array. Its keys may be anything, so read them with
 * own-property checks.
 */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
