import type { getSchema, SchemaDocument } from '@hyperjump/json-schema/experimental'

type SchemaBrowser = NonNullable<Parameters<typeof getSchema>[1]>

/** References that one compilation may follow. A schema of the permitted size stays far below. */
const lookupBudget = 100_000

/**
 * A place to resolve references from that holds the given documents and nothing else: an identifier that is not among
 * them throws before the implementation could ask network or disk for it. It consults its cache first for every
 * reference, so the cache is the one gate; no process-wide state is touched.
 *
 * @param start identifier of the document to begin at; it must be among the documents
 */
export function sealedBrowser(start: string, documents: ReadonlyMap<string, SchemaDocument>): SchemaBrowser {
  let lookups = 0
  const cache = new Proxy(Object.create(null) as Record<string, SchemaDocument>, {
    // Saying yes to every `in` keeps schemas that the program registered elsewhere out.
    has: () => true,
    get: (_, identifier) => {
      if (++lookups > lookupBudget) throw new Error('its references go in circles')
      const document = documents.get(String(identifier))
      if (document === undefined) throw new UnknownReference(String(identifier))
      return document
    },
  })
  const document = documents.get(start)
  if (document === undefined) throw new UnknownReference(start)
  const browser = { uri: start, document, cursor: '', _cache: cache }
  return browser
}

/** A reference to a schema that was not given. */
export class UnknownReference extends Error {
  override readonly name = 'UnknownReference'
  readonly identifier: string

  constructor(identifier: string) {
    super(`No schema has the identifier "${identifier}".`)
    this.identifier = identifier
  }
}
