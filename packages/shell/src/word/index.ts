export { expandBraces } from './expand-braces.ts'
export { checkArithmetic, type ExpandContext, expandValue, expandWord, type Substitution } from './expand-word.ts'
export { childScope, harmlessVariables, lookUp, type Scope } from './scope.ts'
export { couldBecomeOption, sliceWord, staticWord, unknownWord, type Word } from './word.ts'
