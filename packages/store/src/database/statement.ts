/**
 * The type of a parameter. Booleans and dates are not supported: use 0 and 1, and milliseconds since the Unix epoch.
 */
export type SqlValue = string | number | bigint | null | Uint8Array

/** The two kinds of database, named as their dialects are. */
export type DatabaseKind = 'sqlite' | 'postgres'

/**
 * A statement that is prepared once per connection and reused: for queries that run with every call, for which Kysely would be too
 * slow. It is plain data; a `Connection` runs it.
 */
export interface Statement<Parameters extends readonly SqlValue[] = readonly SqlValue[], Row = unknown> {
  readonly text: Readonly<Record<DatabaseKind, string>>
  /** Never set: carries the types. */
  readonly types?: { readonly parameters: Parameters; readonly row: Row }
}

/**
 * Defines a statement once, at the top of a file.
 * @param text SQL with parameters `$1`, `$2` …, the same for both databases or one for each. No literal `$1` and no `?`.
 * @example const findGrant = statement<[id: string], { owner: string }>('select owner from grants where id = $1')
 */
export function statement<Parameters extends readonly SqlValue[] = [], Row = never>(
  text: string | Readonly<Record<DatabaseKind, string>>,
): Statement<Parameters, Row> {
  return { text: typeof text === 'string' ? { sqlite: text, postgres: text } : text }
}

/**
 * Returns a text as both databases keep it. PostgreSQL refuses U+0000, and neither distinguishes halves of characters: they become the
 * replacement character.
 */
export function columnText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}
