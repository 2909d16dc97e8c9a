export { type FoundFiles, findFiles } from './find-files.ts'
export { checkGlob, type GlobPlan, globMatcher, planGlob, widerPattern } from './glob-plan.ts'
