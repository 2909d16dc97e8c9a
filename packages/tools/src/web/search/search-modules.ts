/** The modules of a search beyond its description, loaded at the first one. */
export { createProvider } from './create-provider.ts'
export { searchChain } from './search-chain.ts'
export { searchResult } from './search-result.ts'
