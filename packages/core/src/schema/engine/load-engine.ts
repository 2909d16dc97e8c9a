import type * as Experimental from '@hyperjump/json-schema/experimental'
import type * as Instance from '@hyperjump/json-schema/instance/experimental'

/** The parts of the JSON Schema implementation that are used, with the documents of the meta-schemas loaded so far. */
export interface Engine {
  readonly experimental: typeof Experimental
  readonly instance: typeof Instance
  /** Absolute identifier → meta-schema. No schema may take one of these identifiers. */
  readonly metaSchemas: ReadonlyMap<string, Experimental.SchemaDocument>
}

export const defaultDialect = 'https://json-schema.org/draft/2020-12/schema'

/** Dialects that a schema may declare in `$schema`. Written out so that each is imported only when used. */
const dialects: ReadonlyMap<string, () => Promise<unknown>> = new Map([
  [defaultDialect, () => import('@hyperjump/json-schema/draft-2020-12')],
  ['https://json-schema.org/draft/2019-09/schema', () => import('@hyperjump/json-schema/draft-2019-09')],
  ['http://json-schema.org/draft-07/schema', () => import('@hyperjump/json-schema/draft-07')],
  ['http://json-schema.org/draft-06/schema', () => import('@hyperjump/json-schema/draft-06')],
  ['http://json-schema.org/draft-04/schema', () => import('@hyperjump/json-schema/draft-04')],
])

/**
 * Loads the JSON Schema implementation and the named dialects. Imported at the first use: a program without raw schemas
 * never loads it. Unknown dialect identifiers are ignored here and refused when the schema is built.
 */
export async function loadEngine(identifiers: Iterable<string>): Promise<Engine> {
  await dialects.get(defaultDialect)?.()
  for (const identifier of identifiers) await dialects.get(identifier.replace(/#$/, ''))?.()
  const [experimental, instance, { getAllRegisteredSchemaUris }] = await Promise.all([
    import('@hyperjump/json-schema/experimental'),
    import('@hyperjump/json-schema/instance/experimental'),
    import('@hyperjump/json-schema/draft-2020-12'),
  ])
  const metaSchemas = new Map<string, Experimental.SchemaDocument>()
  for (const uri of getAllRegisteredSchemaUris()) {
    if (!/^https?:\/\/json-schema\.org\/draft/.test(uri)) continue
    const { document } = await experimental.getSchema(uri)
    metaSchemas.set(uri, document)
  }
  return { experimental, instance, metaSchemas }
}
