import { artifactTools } from './artifact/index.ts'
import { createFileTools, fileTools } from './fs/file-tools.ts'
import { runtimeTools } from './runtime/runtime-tools.ts'

export { createCredentialedExec } from './runtime/create-credentialed-exec.ts'
export type { CredentialSource } from './runtime/credentialed/credential-source.ts'
export type { CredentialedProgram } from './runtime/credentialed/credentialed-program.ts'
export {
  type CredentialedPrograms,
  createCredentialedPrograms,
  describePrograms,
  type GrantedProgram,
  grantToEveryone,
  type ProgramGrants,
} from './runtime/credentialed/credentialed-programs.ts'
export { credentialedPresets } from './runtime/credentialed/presets.ts'
export { createWebTools, type WebToolsOptions } from './web/create-web-tools.ts'
export { type SearchProviderSettings, searchSecrets } from './web/search/search-settings.ts'
export type { WebClient, WebClientSource } from './web/web-client.ts'
export { artifactTools, createFileTools, fileTools, runtimeTools }
