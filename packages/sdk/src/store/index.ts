export type { InterruptedCall } from '@drawbridge/core'
export type {
  AuditAnchor,
  AuditReport,
  ImportReport,
  SessionEntry,
  SessionNode,
  StoredEvent,
} from '@drawbridge/store/sessions'
export { readStoreSection, type StoreSectionSources } from '../database/read-store-section.ts'
export { openSessionRecord, type SessionRecord, type SessionRecordSources } from './open-session-record.ts'
