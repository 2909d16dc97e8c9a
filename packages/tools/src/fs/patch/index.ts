export { applyUnifiedDiff } from './apply-unified-diff.ts'
