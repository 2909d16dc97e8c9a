export { nameFilter } from './name-filter.ts'
export { resolveStart, type SearchStart } from './resolve-start.ts'
export { foundPath, startRipgrep } from './start-ripgrep.ts'
