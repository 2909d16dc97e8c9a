export type { Answer, AnswerMessage, AnswerOptions } from '../shared/answer-message.ts'
export {
  type ApprovalAnswerParts,
  type Approvals,
  createApprovals,
  type SavedApprovals,
} from '../shared/approvals.ts'
export { hearMessages } from '../shared/hear-messages.ts'
export type { CallableSession } from '../shared/session-calls.ts'
export { type ChatTools, chatToolsFor } from './chat-tools-for.ts'
export type { OpenaiToolsOptions } from './openai-tools-options.ts'
export { type ResponsesTools, toolsFor } from './responses-tools-for.ts'
