import { isJsonObject } from '../json/index.ts'
import type { JsonSchemaObject } from '../schema/index.ts'
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

  const read = (given: Arguments): Reading => {
    const canonical = new Map<string, unknown>()
    const spelled = new Map<string, string>()
    for (const [word, value] of Object.entries(given)) {
      if (dropped.has(word)) continue
      const name = canonicalNames.get(word) ?? word
      const other = spelled.get(name)
      if (other !== undefined) return { ok: false, refused: twice(other, word) }
      spelled.set(name, word)
      canonical.set(name, value)
    }
    for (const [name, value] of defaults) if (!canonical.has(name)) canonical.set(name, value)
    return { ok: true, arguments: Object.fromEntries(canonical), repairs: [] }
  }

  const say = (input: Arguments): Arguments | undefined => {
    if (defaults.some(([name, value]) => input[name] !== value)) return undefined
    const said = Object.entries(input).filter(([name]) => !Object.hasOwn(implied, name))
    return Object.fromEntries(said.map(([name, value]) => [shownNames.get(name) ?? name, value]))
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
