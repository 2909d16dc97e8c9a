export type { StoredApproval } from './approval/approval-rows.ts'
export {
  type ApprovalDesk,
  type ApprovalDeskOptions,
  createApprovalDesk,
  type DeskReceipt,
} from './approval/create-approval-desk.ts'
export { createDatabaseReceiptLedger } from './approval/create-database-receipt-ledger.ts'
export {
  createDatabaseGrantStore,
  type DatabaseGrantStore,
  type DatabaseGrantStoreOptions,
} from './grant/create-database-grant-store.ts'
export type { StoredGrant } from './grant/grant-rows.ts'
export {
  createDatabaseLimiter,
  type DatabaseLimiter,
  type DatabaseLimiterOptions,
} from './limit/create-database-limiter.ts'
export { createSharedBuckets, type SharedBuckets, type TakenTokens } from './limit/create-shared-buckets.ts'
