import { defineTool, type ToolDefinition, type ToolContext } from '@drawbridge/core'
import { openSchema, strictSchema } from '@drawbridge/core/schema'

/** The canonical name of a fixture of the suite: its own name in our group. */
export const fixtureName = (name: string): string => `suite.${name}`

/** A tool without input. */
export async function fixtureTool(
  name: string,
  description: string,
  execute: (context: ToolContext, input: Readonly<Record<string, unknown>>) => unknown,
  schema: object = { type: 'object', properties: {}, additionalProperties: false },
): Promise<ToolDefinition> {
  return defineTool({
    name: fixtureName(name),
    description,
    input: await strictSchema(schema as never),
    permission: 'readonly',
    execute: (input, context) => execute(context, input as Readonly<Record<string, unknown>>),
  })
}

/** A tool whose schema has every keyword, as tools of other servers do. */
export async function foreignFixtureTool(name: string, description: string, schema: object): Promise<ToolDefinition> {
  return defineTool({
    name: fixtureName(name),
    description,
    input: await openSchema(schema as never),
    profile: 'open',
    permission: 'readonly',
    execute: (input) => `called with ${JSON.stringify(input)}`,
  })
}
