export { mcpRoom } from './room.ts'
export type { McpSection, ServerDefinition } from './section/mcp-section.ts'
