import { isJsonObject } from '../json/index.ts'
import type { JsonSchemaObject, Repair } from '../schema/index.ts'
import type { Arguments, Reading, Wording } from './dialect.ts'
import type { RenamedFields } from './dialect-tool.ts'
import { twice } from './twice.ts'

/** Speaks of a tool with other names for its fields. A call may also use the canonical names. */
export function renameFields({ names = {}, accepted = {}, implied = {}, ignored = [] }: RenamedFields): Wording {
  const shownNames = new Map(Object.entries(names))
  const canonicalNames = new Map([
    ...Object.entries(accepted),
    ...Object.entries(names).map(([canonical, shown]) => [shown, canonical] as const),
  ])
  const dropped = new Set(ignored)
  const defaults = Object.entries(implied)

  const firstFor = (name: string, given: Arguments): string =>
    Object.keys(given).find((word) => (canonicalNames.get(word) ?? word) === name) ?? name

  // Reserved keys were dropped before a call gets here.
  const read = (given: Arguments): Reading => {
    const canonical: Record<string, unknown> = {}
    for (const word of Object.keys(given)) {
      if (dropped.has(word)) continue
      const name = canonicalNames.get(word) ?? word
      if (Object.hasOwn(canonical, name)) return { ok: false, refused: twice(firstFor(name, given), word) }
      canonical[name] = given[word]
    }
    for (const [name, value] of defaults) if (!Object.hasOwn(canonical, name)) canonical[name] = value
    return { ok: true, arguments: canonical, repairs: noRepairs }
  }

  const say = (input: Arguments): Arguments | undefined => {
    const said: Record<string, unknown> = {}
    for (const [name, value] of defaults) if (input[name] !== value) return undefined
    for (const name of Object.keys(input))
      if (!Object.hasOwn(implied, name)) said[shownNames.get(name) ?? name] = input[name]
    return said
  }

  return {
    show: (schema) => showFields(schema, shownNames, new Set(Object.keys(implied))),
    read,
    say,
    place: (path) =>
      path.replace(/^[^.[]+/, (first) => {
        return shownNames.get(first) ?? first
      }),
  }
}

const noRepairs: readonly Repair[] = Object.freeze([])

function showFields(
  schema: JsonSchemaObject,
  names: ReadonlyMap<string, string>,
  hidden: ReadonlySet<string>,
): JsonSchemaObject {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  const shown = Object.entries(properties).filter(([name]) => !hidden.has(name))
  const needed = required.flatMap((name) => {
    return typeof name !== 'string' || hidden.has(name) ? [] : [names.get(name) ?? name]
  })
  const { required: _, ...rest } = schema
  return {
    ...rest,
    properties: Object.fromEntries(shown.map(([name, field]) => [names.get(name) ?? name, field])),
    ...(needed.length === 0 ? {} : { required: needed }),
  }
}
