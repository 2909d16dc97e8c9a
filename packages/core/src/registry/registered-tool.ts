import type { CompiledSchema } from '../schema/index.ts'
import type { ToolSchemas } from '../tool/deferred-tool.ts'
import type { Permission, Risk } from '../tool/permission.ts'
import type { ToolDefinition, ToolOrigin } from '../tool/tool.ts'

/** The parts of a tool for lists, policy and configuration. Its schema and body may be loaded at the first call. */
export interface ListedTool {
  readonly name: string
  /** Written for the model. */
  readonly description: string
  readonly permission: Permission
  readonly risk: Risk
  /** The author's tags with those that follow from permission, origin and risk. */
  readonly tags: ReadonlySet<string>
  readonly groups: readonly string[]
  readonly origin: ToolOrigin
  /** True if some of its inputs only read, so that it stays in the mode `plan`. */
  readonly mayOnlyRead: boolean
  /** False if nothing is stored of a result that was cut. */
  readonly storesWhole: boolean
  /** The whole tool; a promise as long as it is not loaded. Rejects if its module cannot be loaded. */
  load(): RegisteredTool | Promise<RegisteredTool>
  /** The tool with its schemas, for a list that shows them. Loads the whole tool only if its schemas are not kept apart from it. */
  describe(): DescribedTool | Promise<DescribedTool>
}

/** A tool with all that a model or a list is shown of it. Its schemas are deeply frozen. */
export interface DescribedTool extends ListedTool, ToolSchemas {}

/** A tool with everything that can be known before its first call worked out. */
export interface RegisteredTool extends DescribedTool {
  readonly definition: ToolDefinition
  readonly schema: CompiledSchema
}
