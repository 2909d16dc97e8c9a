export {
  type AnswerReceipt,
  type AnswerSender,
  type ApprovalInbox,
  createApprovalInbox,
  type InboxListener,
} from '../approval/approval-inbox.ts'
export type {
  ApprovalPreview,
  AskingRule,
  EarlierAnswer,
  HookOpinion,
  OfferedAnswer,
  WithheldAnswer,
} from '../approval/approval-request.ts'
export type { RequestWatch } from '../approval/approver.ts'
export { wasAnswered } from '../approval/approver.ts'
export { answers } from '../approval/ask-approvers.ts'
export { flowEvidence } from '../approval/flow-evidence.ts'
export { inOrderOfArrival } from '../approval/in-order-of-arrival.ts'
export { shownInPart } from '../approval/offered-answers.ts'
export {
  type ApprovalPart,
  type ApprovalParts,
  chooseParts,
  type Danger,
  dangers,
  describePart,
  type PartTotals,
  partsOf,
} from '../approval/parts-of.ts'
export { type ReceivedCall, readReceipt } from '../approval/pending-receipt.ts'
export type { PreviewCall } from '../approval/preview-call.ts'
export type { ReceiptLedger } from '../approval/receipt-ledger.ts'
export { createMemoryGrantStore, type GrantStore } from '../grant/create-grants.ts'
export type { Grant, GrantOwner, GrantProposal, GrantScope } from '../grant/grant.ts'
export { grantCovers } from '../grant/grant-covers.ts'
export { describeGrant } from '../grant/grant-decision.ts'
export { type Proposal, proposeGrant } from '../grant/propose-grant.ts'
