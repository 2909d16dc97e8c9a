import type { ListedTool } from '../../registry/registered-tool.ts'

/** What lists and rules know a tool by. */
export type ToolIdentity = Pick<ListedTool, 'name' | 'groups' | 'tags'>
