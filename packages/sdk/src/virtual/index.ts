export { agentsFolder } from './agent-folder.ts'
export { type AgentStoreSources, type OpenAgentStore, openAgentStore } from './open-agent-store.ts'
