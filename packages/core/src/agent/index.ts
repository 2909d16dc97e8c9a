export type {
  AgentProfile,
  AgentProfiles,
  ChildLimits,
  DelegationLimits,
  QualityGate,
  QualityGateEvent,
} from './agent-profile.ts'
export type {
  AgentRunner,
  ChildrenCost,
  CompactionReport,
  Conversation,
  ConversationAccess,
  ConversationCost,
  ConversationOptions,
  Delivery,
  MessageOptions,
  PostedMessage,
  PromptPart,
  RestoredFile,
  RewindReport,
} from './agent-runner.ts'
export type {
  Child,
  ChildAgents,
  ChildCaller,
  ChildNews,
  ChildReview,
  ChildRole,
  ChildSaying,
  ChildState,
  ChildTask,
  ChildVerdict,
  ParentConversation,
} from './child-agents.ts'
export { codeOfRejection } from './child-agents.ts'
export {
  announcementId,
  type ConversationEntry,
  type ConversationMessage,
  type FileFact,
  isOrders,
  type KeptChild,
  type KeptFacts,
  type KeptSkill,
  type MessageAuthor,
  ordersId,
} from './conversation-entry.ts'
export type {
  DelegatedTask,
  DelegateTarget,
  Delegation,
  Delegations,
  JudgedWork,
  TeamFolder,
  TeamRoster,
  WorkVerdict,
} from './delegations.ts'
export { type ChatPlace, type HandoffRoute, type Handoffs, placeOfChat } from './handoffs.ts'
export type { Knowledge, KnowledgeOwner, LearnedText } from './knowledge.ts'
export type { LoopEvent, RunReport } from './loop-event.ts'
export type { MemoryWriter, SaidWords } from './memory-writer.ts'
export { defaultRunBudget, objectionToBudget, type RunBudget } from './run-budget.ts'
export type { UserStanding } from './user-standing.ts'
