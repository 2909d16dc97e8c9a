import type { Snapshot } from '@drawbridge/core'
import { lowerTool, type SchemaFamily } from '@drawbridge/core/lowering'
import { describeTools } from '@drawbridge/core/registry'
import type { JsonSchemaObject } from '@drawbridge/core/schema'

/** A tool of a session as a framework or a provider shows it to a model, in the words of the session's dialect. */
export interface ShownTool {
  /** The name that the model sees and calls: the exposed one. */
  readonly name: string
  readonly canonicalName: string
  readonly description: string
  /** The schema in the form of the family. Drawbridge validates by the tool's own. */
  readonly schema: JsonSchemaObject
  /** True if the provider's strict mode can be switched on. */
  readonly strict: boolean
  /** Takes arguments that a model wrote for `schema` back to the form of the dialect, which calls take. */
  read(input: unknown): unknown
}

/**
 * Lists the tools of a run in the form that a family of providers accepts, loading those that are not loaded yet. Throws
 * `schema_not_lowerable` if the family refuses a tool.
 */
export async function listTools(
  { tools, show }: Pick<Snapshot, 'tools' | 'show'>,
  family: SchemaFamily,
): Promise<readonly ShownTool[]> {
  return (await describeTools(tools)).map((tool) => {
    const { name, description, inputSchema } = show(tool)
    const lowered = lowerTool({ name, schema: inputSchema }, family)
    return {
      name,
      canonicalName: tool.name,
      description,
      schema: lowered.schema,
      strict: lowered.strict,
      read: (input) => lowered.read(input),
    }
  })
}
