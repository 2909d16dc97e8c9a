import type { ToolSchema } from '../schema/index.ts'
import type { ToolDefinition } from './tool.ts'
import { checkTool } from './tool-definition-check.ts'

/**
 * Marks an object as a tool and infers the types of its functions from `input`. Nothing is registered: a tool is plain data. Throws
 * `invalid_tool` if a part of it has an invalid name or value.
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
  checkTool(definition)
  return definition
}
