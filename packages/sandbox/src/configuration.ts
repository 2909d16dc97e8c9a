export {
  type AgentSandboxSection,
  agentSandboxSection,
  type SandboxSection,
  sandboxSection,
} from './machine/sandbox-section.ts'
