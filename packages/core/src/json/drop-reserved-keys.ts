import { isJsonObject } from './is-json-object.ts'

/** A parsed value without the keys that can reach a prototype, and the places of the removed keys. */
export interface WithoutReservedKeys {
  readonly value: unknown
  /** JSON Pointers of the members that were removed. */
  readonly dropped: readonly string[]
}

/**
 * Removes, in place, the members by which JSON can reach `Object.prototype` through a careless copy: every `__proto__`,
 * and every `constructor` whose value has a `prototype` member. A plain `constructor` or `prototype` stays: it is
 * ordinary data, which must only be read with an own-property check.
 */
export function dropReservedKeys(value: unknown): WithoutReservedKeys {
  if (!holdsReservedKey(value)) return { value, dropped: nothingDropped }
  const dropped: string[] = []
  const pending: { readonly value: unknown; readonly pointer: string }[] = [{ value, pointer: '' }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const [key, member] of Object.entries(next.value)) {
      const pointer = `${next.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (isReserved(key, member) && !Array.isArray(next.value)) {
        delete (next.value as Record<string, unknown>)[key]
        dropped.push(pointer)
      } else pending.push({ value: member, pointer })
    }
  }
  return { value, dropped: dropped.sort() }
}

const nothingDropped: readonly string[] = Object.freeze([])

/** Most values hold none: they are left without a pointer to each of their members. */
function holdsReservedKey(value: unknown): boolean {
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const next = pending.pop()
    if (typeof next !== 'object' || next === null) continue
    for (const key of Object.keys(next)) {
      const member: unknown = (next as Record<string, unknown>)[key]
      if (isReserved(key, member)) return true
      if (typeof member === 'object') pending.push(member)
    }
  }
  return false
}

function isReserved(key: string, value: unknown): boolean {
  return key === '__proto__' || (key === 'constructor' && isJsonObject(value) && Object.hasOwn(value, 'prototype'))
}
