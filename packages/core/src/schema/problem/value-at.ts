/** Returns the value at a path, looked up by own properties only; undefined if the path leaves the value. */
export function valueAt(value: unknown, segments: readonly PropertyKey[]): unknown {
  let current = value
  for (const segment of segments) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined
    current = (current as Record<PropertyKey, unknown>)[segment]
  }
  return current
}
