import type { ListedTool } from '../../registry/registered-tool.ts'

/** The parts of a tool that lists and rules match. */
export type ToolIdentity = Pick<ListedTool, 'name' | 'groups' | 'tags'>
