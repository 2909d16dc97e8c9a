export { createIgnoreRules, type IgnoreRules } from './ignore-rules.ts'
