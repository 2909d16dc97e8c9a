import { isJsonObject } from '../json/index.ts'

/** JSON Pointer fragment (RFC 6901) to a place in a schema. */
export function schemaPointer(segments: readonly (string | number)[]): string {
  return `#${segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}`
}

/** The segments of a JSON Pointer without its `#`. */
export function pointerSegments(pointer: string): string[] {
  if (pointer === '') return []
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Returns the value at a path, looked up by own properties only; undefined if the path leaves the value. */
export function valueAt(value: unknown, segments: readonly PropertyKey[]): unknown {
  let current = value
  for (const segment of segments) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined
    current = (current as Record<PropertyKey, unknown>)[segment]
  }
  return current
}

/**
 * The subschema that a reference of the form `#` or `#/…` leads to within a schema; undefined for any other reference,
 * one that leads nowhere, and one that crosses into a part with an identifier of its own.
 */
export function resolvePointer(root: unknown, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  let current = root
  for (const segment of pointerSegments(decodeFragment(reference.slice(1)))) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined
    current = (current as Record<string, unknown>)[segment]
    if (isJsonObject(current) && Object.hasOwn(current, '$id')) return undefined
  }
  return current
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
