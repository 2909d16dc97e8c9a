export type {
  ProgramEntry,
  ProgramEnvironment,
  ProgramGrantee,
  ProgramRecord,
  ProgramVariable,
  SecretEntry,
} from '@drawbridge/store/secrets'
export { compileProgram } from './compile-program.ts'
export { secretsIn } from './load-programs.ts'
export { secretNames } from './name-secrets.ts'
export { type OpenSecretStore, openSecretStore } from './secret-store.ts'
