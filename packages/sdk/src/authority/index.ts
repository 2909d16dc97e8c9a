export type { ApprovalDesk, DeskReceipt, StoredApproval, StoredGrant } from '@drawbridge/store/authority'
export { type AuthorityStore, type AuthorityStorePlace, openAuthorityStore } from './authority-store.ts'
