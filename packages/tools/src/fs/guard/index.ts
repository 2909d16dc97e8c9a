export { checkUnchanged, hashOf, isUnchanged, stale } from './check-unchanged.ts'
export { isWhole, type ReadGuard, readGuardKey, type SeenContent, seenWhole } from './read-guard.ts'
