export { compileGlob, expandGlob, type Glob } from './compile-glob.ts'
export { compileNamePattern, type MatchWork, namePatternFault } from './name-pattern.ts'
