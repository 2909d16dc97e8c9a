import type { RegisteredTool } from '../../registry/registered-tool.ts'

/** What lists and rules know a tool by. */
export type ToolIdentity = Pick<RegisteredTool, 'name' | 'groups' | 'tags'>
