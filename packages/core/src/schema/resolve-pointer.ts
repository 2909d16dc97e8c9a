import { isJsonObject } from '../json/index.ts'
import { pointerSegments } from './schema-pointer.ts'

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
