export { createEnclosure, type Enclosure, enclose, enclosureNotice, harmless } from './enclose.ts'
export { stripInvisible } from './strip-invisible.ts'
