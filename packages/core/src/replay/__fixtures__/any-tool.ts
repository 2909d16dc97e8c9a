import type { ToolDefinition } from '../../tool/tool.ts'

export type AnyTool = ToolDefinition
