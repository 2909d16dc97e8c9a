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
export type { ApprovalInterrupt } from './approval-interrupt.ts'
export { fromLangchain, type LangchainTool } from './from-langchain.ts'
export { type ToolsForOptions, toolsFor } from './tools-for.ts'
