import { isJsonObject } from '@drawbridge/core/base'

type Json = Readonly<Record<string, unknown>>

/** Texts that would change a request if they were not encoded. */
const hostile = ['a/b?c#d', 'x&y=z', '%2e%2e', 'é 日本', '{{.body}}{id}', "q'u\"o;te", 'a,b|c d', 'line\\n', '[x]', '+1'] as const

/** Makes a value for a schema: each argument and member is given as deep as `depth`. The values are always the same. */
export function createSampler(root: Json) {
  let next = 0
  const text = () => {
    next += 1
    return `${hostile[next % hostile.length]}${next}`
  }
  const sample = (given: unknown, depth: number): unknown => {
    if (!isJsonObject(given)) return text()
    if (typeof given.$ref === 'string') return depth < 0 ? undefined : sample(find(root, given.$ref), depth - 1)
    if (Array.isArray(given.enum)) return given.enum.find((value) => value !== null)
    if (given.const !== undefined) return given.const
    const [choice] = [given.oneOf, given.anyOf].flatMap((list) => (Array.isArray(list) ? list : []))
    if (choice !== undefined) return sample(choice, depth)
    if (Array.isArray(given.allOf)) {
      const parts = given.allOf.map((part) => sample(part, depth))
      return parts.every(isJsonObject) ? Object.assign({}, ...parts) : parts.find((part) => part !== undefined)
    }
    const type = Array.isArray(given.type) ? given.type.find((each) => each !== 'null') : given.type
    switch (type) {
      case 'integer':
      case 'number':
        next += 1
        return next
      case 'boolean':
        return true
      case 'null':
        return null
      case 'array': {
        const items = [sample(given.items ?? {}, depth - 1), sample(given.items ?? {}, depth - 1)]
        return items.filter((item) => item !== undefined)
      }
      case 'object':
        return object(given, depth)
      case 'string':
        return text()
      default:
        return isJsonObject(given.properties) ? object(given, depth) : text()
    }
  }
  const object = ({ properties, additionalProperties: more }: Json, depth: number): unknown => {
    if (depth < 0) return {}
    const members = isJsonObject(properties) ? Object.entries(properties) : []
    const values = members.map(([key, schema]) => [key, sample(schema, depth - 1)] as const)
    const own = values.length === 0 || isJsonObject(more) ? [[`k ${text()}`, sample(isJsonObject(more) ? more : {}, depth - 1)] as const] : []
    return Object.fromEntries([...values, ...own].filter(([, value]) => value !== undefined))
  }
  return { sample }
}

function find(root: Json, reference: string): unknown {
  let place: unknown = root
  for (const part of reference.slice(2).split('/'))
    place = isJsonObject(place) ? place[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  return place
}
