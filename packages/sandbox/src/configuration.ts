export { backupsSection } from './files/backups-section.ts'
export {
  type AgentSandboxSection,
  agentSandboxSection,
  type SandboxSection,
  sandboxSection,
} from './machine/sandbox-section.ts'
export { environmentNames } from './process/environment-names.ts'
