/**
 * Types of Python and Java that authors write into schemas, and what JSON Schema calls them; undefined for "any value",
 * which is the absence of a type. They are refused with this advice, never mapped in silence.
 */
export const foreignTypes: ReadonlyMap<unknown, string | undefined> = new Map([
  ['dict', 'object'],
  ['HashMap', 'object'],
  ['Hashtable', 'object'],
  ['float', 'number'],
  ['double', 'number'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['bool', 'boolean'],
  ['Boolean', 'boolean'],
  ['str', 'string'],
  ['String', 'string'],
  ['char', 'string'],
  ['list', 'array'],
  ['tuple', 'array'],
  ['set', 'array'],
  ['Array', 'array'],
  ['ArrayList', 'array'],
  ['any', undefined],
  ['Any', undefined],
])
