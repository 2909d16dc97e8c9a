/** The types of the strict profile. */
export const strictTypes: ReadonlySet<string> = new Set(['object', 'string', 'number', 'integer', 'boolean', 'array'])

/** The keywords of the strict profile: what every provider and every client of the field understands, and annotations. */
export const strictKeywords: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'items',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'contentEncoding',
  'contentMediaType',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
])

/** Replacements for keywords that schema libraries and authors commonly use. */
export const strictAdvice: ReadonlyMap<string, string> = new Map([
  ['anyOf', 'give the field one type, or use two optional fields'],
  ['oneOf', 'give the field one type, or use two optional fields and a check'],
  ['allOf', 'write the parts as one schema; of several patterns keep one'],
  ['not', 'say what is allowed, or use a check'],
  ['$ref', 'write the schema out where it is used'],
  ['$defs', 'write the schemas out where they are used'],
  ['definitions', 'write the schemas out where they are used'],
  ['if', 'use a check'],
  ['then', 'use a check'],
  ['else', 'use a check'],
  ['patternProperties', 'use additionalProperties with one schema for all values'],
  ['prefixItems', 'use an object with named fields'],
])
