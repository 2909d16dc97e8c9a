import { isJsonObject } from '@drawbridge/core/base'

/** Returns a field of an engine's answer of any type; undefined if it is missing. */
export function fieldOf(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), value)
}

export function textOf(value: unknown, ...path: readonly string[]): string {
  const field = fieldOf(value, ...path)
  return typeof field === 'string' ? field : ''
}

export function numberOf(value: unknown, ...path: readonly string[]): number | undefined {
  const field = fieldOf(value, ...path)
  return typeof field === 'number' ? field : undefined
}

export function listOf(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const field = fieldOf(value, ...path)
  return Array.isArray(field) ? field : []
}

/** The entries of an object whose values are texts. */
export function textsOf(value: unknown, ...path: readonly string[]): Readonly<Record<string, string>> {
  const field = fieldOf(value, ...path)
  if (!isJsonObject(field)) return {}
  return Object.fromEntries(
    Object.entries(field).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
