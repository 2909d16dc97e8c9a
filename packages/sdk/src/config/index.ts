export { agentProfiles } from './agent-profiles.ts'
export { type CheckedPolicyFile, type CheckOptions, checkPolicyFile } from './check-policy-file.ts'
export { configJsonSchema } from './config-json-schema.ts'
export { formatKeyPath, type KeyPath, parseKeyPath } from './config-path.ts'
export { type ConfigProblem, formatProblem } from './config-problem.ts'
export { configFileName } from './config-source.ts'
export type { Configuration } from './configuration.ts'
export { type ExaminedConfiguration, examineConfiguration } from './examine-configuration.ts'
export { type EffectiveValue, explainConfiguration } from './explain-configuration.ts'
export type { PolicyTestResult } from './judge-policy-test.ts'
export {
  type ConfigSources,
  type LoadedConfiguration,
  loadConfiguration,
  operatorFileOf,
} from './load-configuration.ts'
export { openConfiguration } from './open-configuration.ts'
export { type OpenSources, readConfiguration } from './read-configuration.ts'
export { type PolicyTestRun, runPolicyTests } from './run-policy-tests.ts'
export {
  openStoredConfiguration,
  type StoredConfiguration,
  type StoredConfigurationSources,
} from './stored-configuration.ts'
