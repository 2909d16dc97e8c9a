export { isAgentId } from './agent-id.ts'
export type { AgentRecord, AgentStore, AgentTemplate, AgentType } from './agent-store.ts'
export { checkDocumentPath } from './check-document-path.ts'
export { type ContextFileName, contextFileNames } from './context-file-names.ts'
export { type ContextFilesOptions, createContextFiles, type TextGenerator } from './context-files.ts'
export { type DocumentLimits, defaultDocumentLimits } from './document-limits.ts'
export { documentRow } from './document-row.ts'
export {
  type DocumentChange,
  type DocumentInfo,
  type DocumentOwner,
  type DocumentStore,
  hiddenDocument,
  type StoredDocument,
} from './document-store.ts'
export { createGeneratedFiles, type GeneratedFileName, type GeneratedFilesOptions } from './generated-files.ts'
export { withoutSection } from './generated-section.ts'
export type { Interceptor, VirtualChange, VirtualContent, VirtualFile, VirtualRoot } from './interceptor.ts'
export { createMemoryAgentStore } from './memory-agent-store.ts'
export { createMemoryFiles, type MemoryChange, type MemoryFilesOptions } from './memory-files.ts'
export { createVirtualTree, type VirtualTree, type VirtualTreeOptions } from './virtual-tree.ts'
