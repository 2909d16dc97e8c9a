import type { AgentRecord, DocumentInfo } from '@drawbridge/core/virtual'

/** An agent as commands write it. Times in milliseconds since the Unix epoch. */
export function agentJson({ id, type, createdMs }: AgentRecord) {
  return { id, type, createdAt: createdMs }
}

export function documentJson({ path, bytes, modifiedMs }: Pick<DocumentInfo, 'path' | 'bytes' | 'modifiedMs'>) {
  return { path, bytes, modifiedAt: modifiedMs }
}
