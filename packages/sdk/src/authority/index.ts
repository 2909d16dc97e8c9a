export type { ApprovalDesk, DeskReceipt, KeptApproval, StoredGrant } from '@drawbridge/store/authority'
export { type AuthorityStore, type AuthorityStorePlace, openAuthorityStore } from './authority-store.ts'
