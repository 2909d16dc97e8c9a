/**
 * JSON text with object keys in code-unit order and no white space, so equal values give equal text whatever order
 * their keys were written in. Follows RFC 8785 (JSON Canonicalization Scheme); what JSON cannot say is left out or
 * null, as `JSON.stringify` does it. Throws a `RangeError` for cyclic or extremely deep values: measure those first.
 */
export function stableStringify(value: unknown): string {
  return write(value) ?? 'null'
}

function write(value: unknown): string | undefined {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (hasToJson(value)) return write(value.toJSON())
  if (Array.isArray(value)) return `[${value.map((item) => write(item) ?? 'null').join(',')}]`
  const members: string[] = []
  for (const [key, member] of Object.entries(value).sort(byKey)) {
    const text = write(member)
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`)
  }
  return `{${members.join(',')}}`
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}

function byKey([left]: [string, unknown], [right]: [string, unknown]): number {
  return left < right ? -1 : 1
}
