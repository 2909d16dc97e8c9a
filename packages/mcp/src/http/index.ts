export { createTokenStore, type NewToken, type StoredToken, type TokenStore } from '../token/token-store.ts'
export type { McpCaller } from './caller.ts'
export { loopbackRules, type SourceRules } from './check-source.ts'
export { createMcpEndpoint, type McpEndpoint, type McpEndpointOptions } from './create-mcp-endpoint.ts'
