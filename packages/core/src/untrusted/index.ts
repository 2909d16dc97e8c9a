export { createEnclosure, type Enclosure, enclose, enclosureNotice, harmless } from './enclose.ts'
export { readsLikeRule } from './reads-like-rule.ts'
export { stripInvisible } from './strip-invisible.ts'
