/** A JSON Schema that is an object. Its keywords are unknown until looked at. */
export type JsonSchemaObject = { readonly [keyword: string]: unknown }

/** A JSON Schema; `true` accepts everything, `false` nothing. */
export type JsonSchema = boolean | JsonSchemaObject
