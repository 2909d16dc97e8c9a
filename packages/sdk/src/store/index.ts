export type { InterruptedCall } from '@drawbridge/core'
export type {
  AuditAnchor,
  AuditReport,
  ImportReport,
  KeptEvent,
  SessionEntry,
  SessionNode,
} from '@drawbridge/store/sessions'
export { readStoreSection, type StoreSectionSources } from '../database/read-store-section.ts'
export { openSessionRecord, type SessionRecord, type SessionRecordSources } from './open-session-record.ts'
