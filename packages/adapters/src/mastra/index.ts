export type { ApprovalAnswerParts, WaitingCall } from '../shared/approvals.ts'
export type { CallableSession } from '../shared/session-calls.ts'
export { ToolCallError } from '../shared/tool-call-error.ts'
export { type MastraCallOptions, type MastraTool, type SuspendedCall, toolsFor } from './tools-for.ts'
