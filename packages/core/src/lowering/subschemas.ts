import { isJsonObject } from '../json/index.ts'
import type { JsonSchemaObject } from '../schema/json-schema.ts'

const holdsOne = new Set([
  ...['items', 'additionalItems', 'unevaluatedItems', 'contains', 'additionalProperties', 'unevaluatedProperties'],
  ...['propertyNames', 'not', 'if', 'then', 'else', 'contentSchema'],
])
const holdsList = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
const holdsMap = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])

/** Keywords that describe and constrain nothing. */
const annotations = new Set([
  ...['title', 'description', 'default', 'examples', 'example', 'deprecated', 'readOnly', 'writeOnly', '$comment'],
  ...['$schema', '$id', 'id', '$anchor', '$dynamicAnchor', 'contentEncoding', 'contentMediaType', 'contentSchema'],
])

/** True for a keyword that describes and constrains nothing; vendors' own keywords with `x-` are such. */
export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || keyword.startsWith('x-')
}

/** Returns the schema with each direct subschema replaced. Data, such as that of `enum` and `default`, stays. */
export function mapSubschemas(
  part: JsonSchemaObject,
  change: (subschema: unknown, path: readonly (string | number)[]) => unknown,
): JsonSchemaObject {
  const changed = Object.entries(part).map(([keyword, value]): [string, unknown] => {
    if (holdsList.has(keyword) && Array.isArray(value)) {
      return [keyword, value.map((inner, index) => change(inner, [keyword, index]))]
    }
    if (holdsMap.has(keyword) && isJsonObject(value)) {
      const entries = Object.entries(value)
      // A list in `dependencies` names fields and is not a schema.
      return [
        keyword,
        Object.fromEntries(
          entries.map(([name, inner]) => [name, Array.isArray(inner) ? inner : change(inner, [keyword, name])]),
        ),
      ]
    }
    const isSchema = typeof value === 'boolean' || isJsonObject(value)
    return [keyword, holdsOne.has(keyword) && isSchema ? change(value, [keyword]) : value]
  })
  return Object.fromEntries(changed)
}
