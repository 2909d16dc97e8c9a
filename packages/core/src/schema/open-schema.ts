import { readSchema } from './engine/read-schema.ts'
import { freezeJson } from './freeze-json.ts'
import type { JsonSchema } from './json-schema.ts'
import { rawToolSchema } from './raw-tool-schema.ts'
import type { ToolSchema } from './tool-schema.ts'

/** The options of `openSchema`. */
export interface OpenSchemaOptions {
  /**
   * Schemas by absolute identifier to which references may lead, given by the program itself. They are trusted: one
   * with `$vocabulary` defines a dialect for the whole process. Default: none, so a schema must be complete.
   */
  readonly remotes?: ReadonlyMap<string, JsonSchema>
}

/**
 * Compiles a foreign JSON Schema, such as an MCP tool's, in the open profile: all of 2020-12, or of draft 4 to 2019-09 if `$schema`
 * names it. `format` is an annotation. Nothing is ever fetched: a reference to another document is refused. Values pass through
 * unchanged.
 *
 * Rejects with a `SchemaError` that names the place in a schema that cannot be used.
 */
export async function openSchema(schema: unknown, { remotes }: OpenSchemaOptions = {}): Promise<ToolSchema> {
  const source = freezeJson(readSchema(schema))
  const { compileSchema } = await import('./engine/compile-schema.ts')
  const judge = await compileSchema(source, remotes)
  return rawToolSchema(source, (value) => (judge.accepts(value) ? { value } : { issues: judge.issues(value) }))
}
