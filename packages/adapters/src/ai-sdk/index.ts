export {
  type ApprovalAnswerParts,
  type Approvals,
  createApprovals,
  type SavedApprovals,
} from '../shared/approvals.ts'
export { hearMessages } from '../shared/hear-messages.ts'
export type { ImportOptions } from '../shared/import-tool.ts'
export type { CallableSession } from '../shared/session-calls.ts'
export { ToolCallError } from '../shared/tool-call-error.ts'
export { fromAiSdk } from './from-ai-sdk.ts'
export type { DrawbridgeOutput } from './tool-output.ts'
export { recordRefusals, type ToolsForOptions, toolsFor } from './tools-for.ts'
