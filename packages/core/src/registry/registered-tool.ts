import type { CompiledSchema } from '../schema/index.ts'
import type { Permission, Risk } from '../tool/permission.ts'
import type { ToolDefinition, ToolOrigin } from '../tool/tool.ts'

/** A tool with everything that can be known before its first call worked out. */
export interface RegisteredTool {
  readonly definition: ToolDefinition
  readonly name: string
  readonly schema: CompiledSchema
  readonly permission: Permission
  readonly risk: Risk
  /** The author's tags with those that follow from permission, origin and risk. */
  readonly tags: ReadonlySet<string>
  readonly groups: readonly string[]
  readonly origin: ToolOrigin
}
