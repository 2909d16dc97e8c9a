import { compileToolSchema, validateInput } from '../schema/index.ts'
import type { Arguments, Reading, Wording } from './dialect.ts'
import type { OwnShape, RefusedArguments } from './dialect-tool.ts'
import { twice } from './twice.ts'

/** Speaks of a tool with parameters of another shape: what a model gives is checked by the shape's own schema first. */
export function speakOwnShape(shape: OwnShape): Wording {
  const { accepted = {}, ignored = [], places = {} } = shape
  const compiled = compileToolSchema(shape.schema, 'strict')
  const shownNames = new Map(Object.entries(accepted))
  const dropped = new Set(ignored)

  const read = (given: Arguments): Reading => {
    const spelled = new Map<string, unknown>()
    for (const [word, value] of Object.entries(given)) {
      if (dropped.has(word)) continue
      const name = shownNames.get(word) ?? word
      if (spelled.has(name)) return { ok: false, refused: twice(name, word) }
      spelled.set(name, value)
    }
    const validation = validateInput(compiled, Object.fromEntries(spelled))
    if (validation instanceof Promise) throw new TypeError('The schema of a dialect must validate at once.')
    if (!validation.ok) return validation
    const canonical = shape.toCanonical(validation.value)
    if (isRefused(canonical)) return { ok: false, refused: canonical.refused }
    return { ok: true, arguments: canonical, repairs: validation.repairs }
  }

  return {
    show: () => compiled.frozenSchema,
    read,
    say: (input) => shape.fromCanonical(input),
    place: (path) => (Object.hasOwn(places, path) ? (places[path] ?? path) : path),
  }
}

function isRefused(value: Arguments | RefusedArguments): value is RefusedArguments {
  return 'refused' in value && typeof value.refused === 'object' && value.refused !== null && 'code' in value.refused
}
