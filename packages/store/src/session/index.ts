export { type PruneReport, pruneSessions } from '../audit/prune-sessions.ts'
export { recordTrust, type TrustChanged } from '../audit/record-change.ts'
export { type AuditAnchor, type AuditReport, verifyAudit } from '../audit/verify-audit.ts'
export {
  type ImportReport,
  importSessionFile,
  importSessionFiles,
  type TornSessionLine,
  type UnreadSessionFile,
} from '../import/import-session-files.ts'
export { pruneSessionFiles } from '../import/prune-session-files.ts'
export { listInterrupted } from '../recover/list-interrupted.ts'
export { hasEnded, type ProcessIdentity, processIdentity } from '../recover/process-identity.ts'
export { type RecoveredCall, recoverInterrupted, withdrawProcess } from '../recover/recover-interrupted.ts'
export {
  createDatabaseRecorder,
  type DatabaseRecorder,
  type DatabaseRecorderOptions,
} from './create-database-recorder.ts'
export {
  findSession,
  listSessionNodes,
  listSessions,
  type SessionEntry,
  type SessionFilter,
  type SessionNode,
} from './list-sessions.ts'
export { readEvents, readEventTexts, type StoredEvent } from './read-events.ts'
