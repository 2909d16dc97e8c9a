export { collectResults, type SearchResults } from './collect-results.ts'
export { explainExit } from './explain-exit.ts'
export { compare, renderLines, sortLines } from './render-results.ts'
export { searchOptions } from './search-options.ts'
