import { isDeepStrictEqual } from 'node:util'
import type { GivenArguments } from '../event/families/call-events.ts'
import { isJsonObject } from '../json/index.ts'

/** How the arguments of a call differ from the input that they became; undefined where they do not. Pure. */
export function givenArguments(given: Readonly<Record<string, unknown>>, input: unknown): GivenArguments | undefined {
  const keys = Object.keys(given)
  if (!isJsonObject(input)) return { keys, other: given }
  const changed = keys.filter((key) => !Object.hasOwn(input, key) || !isSame(given[key], input[key]))
  if (changed.length === 0 && Object.keys(input).length === keys.length) return undefined
  return { keys, other: Object.fromEntries(changed.map((key) => [key, given[key]])) }
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || (typeof left === 'object' && isDeepStrictEqual(left, right))
}
