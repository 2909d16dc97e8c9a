import type { ToolSchema } from '../schema/index.ts'
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

/** A tool whose body is loaded at its first call, or when a model is first shown its schema. */
export interface DeferredTool extends ToolHead {
  load(): Promise<ToolBody>
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
