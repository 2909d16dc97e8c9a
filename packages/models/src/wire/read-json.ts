import { isJsonObject, parseJson } from '@drawbridge/core/base'
import { ModelError } from '@drawbridge/core/model'

/** A JSON object from a provider, of which nothing is believed before it is looked at. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns the object, or an empty one for anything else. */
export const fieldsOf = (value: unknown): Fields => (isJsonObject(value) ? value : {})

/** Returns the list, or an empty one for anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns the text, or undefined for anything else. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Returns the count, or 0 for anything that is none: a negative number of tokens would pay into a budget. */
export const numberOf = (value: unknown): number =>
  typeof value === 'number' && value > 0 && value <= Number.MAX_SAFE_INTEGER ? value : 0

/** Returns the value of a table under a word of a provider, which may be any: `constructor` is in no table. */
export function lookUp<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined
}

/** Reads the data of an event. Throws `ModelError` `network` for what is not an object. */
export function readEventData(data: string): Fields {
  const parsed = parseJson(data)
  const value = parsed.ok && Array.isArray(parsed.value) ? parsed.value[0] : parsed.ok ? parsed.value : undefined
  if (isJsonObject(value)) return value
  throw new ModelError('network', 'The provider sent an event that is not a JSON object.')
}
