import { artifactRead } from './artifact/index.ts'
import { deletePath } from './fs/delete.ts'
import { edit } from './fs/edit.ts'
import { glob } from './fs/glob.ts'
import { listFiles } from './fs/list-files.ts'
import { move } from './fs/move.ts'
import { readFile } from './fs/read-file.ts'
import { search } from './fs/search.ts'
import { writeFile } from './fs/write-file.ts'
import { createCredentialedExec } from './runtime/credentialed-exec.ts'
import { exec } from './runtime/exec.ts'
import { processTool } from './runtime/process.ts'
import { runCommand } from './runtime/run-command.ts'

export { previewBeside } from './fs/change/index.ts'
export { createGlob, type GlobOptions } from './fs/glob.ts'
export type { ChangeCall, ChangePreview } from './fs/preview-change.ts'
export type { CredentialSource } from './runtime/credentialed/credential-source.ts'
export type { CredentialedProgram } from './runtime/credentialed/credentialed-program.ts'
export {
  type CredentialedPrograms,
  createCredentialedPrograms,
  type GrantedProgram,
} from './runtime/credentialed/credentialed-programs.ts'
export { describePrograms } from './runtime/credentialed/describe-programs.ts'
export { credentialedPresets } from './runtime/credentialed/presets.ts'
export { grantToEveryone, type ProgramGrants } from './runtime/credentialed/program-grants.ts'
export {
  createWebTools,
  type SearchProviderSettings,
  searchSecrets,
  type WebClient,
  type WebClientSource,
  type WebToolsOptions,
} from './web/index.ts'
export {
  createCredentialedExec,
  deletePath,
  edit,
  exec,
  glob,
  listFiles,
  move,
  processTool,
  readFile,
  runCommand,
  search,
  writeFile,
}

/** Group `fs`. */
export const fileTools = [readFile, writeFile, edit, deletePath, move, listFiles, glob, search] as const

/** Group `runtime`. */
export const runtimeTools = [exec, runCommand, processTool] as const

/** Every tool that comes with Drawbridge and needs no service of its own; the web tools are made by `createWebTools`. */
export const builtInTools = [...fileTools, ...runtimeTools, artifactRead] as const
