import type { ToolSchema } from '../schema/index.ts'
import type { ToolDefinition } from './tool.ts'

/**
 * Says that an object is a tool and infers the types of its functions from `input`. Nothing is registered: a tool is plain data.
 *
 * @example
 * const greet = defineTool({
 *   name: 'demo.greet',
 *   description: 'Greets a person by name.',
 *   input: z.strictObject({ name: z.string() }),
 *   permission: 'readonly',
 *   execute: ({ name }) => `Good day, ${name}.`,
 * })
 */
export function defineTool<Schema extends ToolSchema, Output>(
  definition: ToolDefinition<Schema, Output>,
): ToolDefinition<Schema, Output> {
  return definition
}
