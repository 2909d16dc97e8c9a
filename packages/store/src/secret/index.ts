export type {
  ProgramEntry,
  ProgramEnvironment,
  ProgramGrantee,
  ProgramRecord,
  ProgramVariable,
} from '../program/program-record.ts'
export { createProgramRepository, type ProgramRepository } from '../program/program-repository.ts'
export { createSealer, type SealedRowKey, type Sealer } from './create-sealer.ts'
export { createKeySource, type KeySource } from './key-source.ts'
export { type Rotation, rotateSecrets } from './rotate-secrets.ts'
export { secretRevision, secretTopic } from './secret-lock.ts'
export {
  createSecretRepository,
  type OpenedSecrets,
  type SecretEntry,
  type SecretRepository,
} from './secret-repository.ts'
