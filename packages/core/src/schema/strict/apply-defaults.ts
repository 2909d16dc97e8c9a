import { isJsonObject } from '../../json/index.ts'

/** Returns a valid value with its schema's defaults for missing fields; the value itself if there are none. */
export function applyDefaults(schema: unknown, value: unknown): unknown {
  if (!isJsonObject(schema)) return value
  if (Array.isArray(value))
    return keepIfSame(
      value,
      value.map((item) => applyDefaults(schema.items, item)),
    )
  if (!isJsonObject(value) || !isJsonObject(schema.properties)) return value
  const entries = new Map(Object.entries(value))
  let changed = false
  for (const [field, fieldSchema] of Object.entries(schema.properties)) {
    const present = entries.has(field)
    const hasDefault = isJsonObject(fieldSchema) && Object.hasOwn(fieldSchema, 'default')
    if (!present && !hasDefault) continue
    const before = entries.get(field)
    const after = present
      ? applyDefaults(fieldSchema, before)
      : structuredClone((fieldSchema as Record<string, unknown>).default)
    if (present && after === before) continue
    entries.set(field, after)
    changed = true
  }
  return changed ? Object.fromEntries(entries) : value
}

function keepIfSame(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((item, index) => item === before[index]) ? before : after
}
