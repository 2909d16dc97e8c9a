export { nameFilter } from './name-filter.ts'
export { resolveStart, type SearchStart } from './resolve-start.ts'
export { foundPath, type RipgrepRequest, startRipgrep } from './start-ripgrep.ts'
