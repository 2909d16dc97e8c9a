export { createAgentStore, createMemoryDocuments } from './create-agent-store.ts'
