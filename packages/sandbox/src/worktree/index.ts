export { type CopyOptions, copyRepository, type RepositoryCopy } from './copy-repository.ts'
export { type KeptWork, keepWork, removeCopy } from './keep-work.ts'
export { listCopies, readRecord as readWorktreeRecord, type WorktreeRecord } from './worktree-record.ts'
