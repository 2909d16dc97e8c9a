import type { JsonSchemaObject, ToolSchema } from '../schema/index.ts'
import type { ToolDefinition } from './tool.ts'

/** The part of a tool that lists, policy and configuration need at once. */
export interface ToolHead
  extends Pick<ToolDefinition, 'name' | 'description' | 'permission' | 'risk' | 'tags' | 'groups' | 'origin'> {
  /** True if its body has `effective` and lowers some inputs to reading: it then stays in the mode `plan`. Default false. */
  readonly mayOnlyRead?: boolean
  /** False if its body says `resultLimit.artifact: false`. Default true. */
  readonly storesWhole?: boolean
}

/** The rest of a tool: its schema and its functions. */
export type ToolBody<Schema extends ToolSchema = ToolSchema, Output = unknown> = Omit<
  ToolDefinition<Schema, Output>,
  keyof ToolHead
>

/** The parts of a tool's body that a model or a list is shown. */
export interface ToolSchemas {
  /** The JSON Schema of the input. */
  readonly inputSchema: JsonSchemaObject
  /** The JSON Schema of the structured value, if the tool declares one. */
  readonly outputSchema?: JsonSchemaObject
  /** As the definition of the tool has it. */
  readonly metadata?: unknown
}

/** A tool whose body is loaded at its first call, or when a model is first shown its schema. */
export interface DeferredTool extends ToolHead {
  load(): Promise<ToolBody>
  /**
   * Returns the schemas that its body has, kept apart from it, so that a list need not load the body. They may not be changed any more. A body
   * that has others is refused when it is loaded. Default, or undefined: those of the body.
   */
  keptSchemas?(): Promise<ToolSchemas | undefined>
}

/**
 * Says that an object is the body of a tool, and infers the types of its functions from `input`.
 *
 * @example
 * export const greet = defineToolBody({
 *   input: z.strictObject({ name: z.string() }),
 *   execute: ({ name }) => `Good day, ${name}.`,
 * })
 */
export function defineToolBody<Schema extends ToolSchema, Output>(
  body: ToolBody<Schema, Output>,
): ToolBody<Schema, Output> {
  return body
}
