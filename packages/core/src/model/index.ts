export type {
  AssistantMessage,
  MessageBlock,
  MessageCall,
  MessageMedia,
  MessageReasoning,
  MessageResult,
  MessageText,
  ModelMessage,
  OpaqueFields,
  ToolMessage,
  UserMessage,
} from './message.ts'
export {
  type CutCall,
  type Model,
  type ModelAnswer,
  type ModelEvent,
  type ModelFamily,
  type ModelLimits,
  type ModelStop,
  modelFamilies,
  type TranscriptRepair,
} from './model.ts'
export { ModelError, type ModelErrorCode, type ModelErrorDetails, waitText } from './model-error.ts'
export type { ModelRequest, ModelTool, ReasoningEffort, SystemBlock } from './model-request.ts'
export type {
  Embedder,
  EmbeddingResult,
  ModelCaller,
  ModelCatalogue,
  ModelTask,
  ModelTaskResult,
} from './model-services.ts'
export { addUsage, costOf, type ModelPrice, type ModelUsage, noUsage, promptTokens } from './model-usage.ts'
