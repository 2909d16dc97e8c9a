export { createAgentStore } from './create-agent-store.ts'
