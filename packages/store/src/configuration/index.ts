export {
  type ConfigurationChange,
  type ConfigurationRepository,
  type ConfigurationState,
  createConfigurationRepository,
} from './configuration-repository.ts'
export type { ConfigurationRow } from './configuration-row.ts'
export type { ConfigurationVersion, ConfigurationVersions } from './configuration-versions.ts'
export { createPolicyDrafts, type PolicyDraftRow, type PolicyDrafts } from './policy-drafts.ts'
