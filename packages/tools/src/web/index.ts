export { createWebTools, type WebToolsOptions } from './create-web-tools.ts'
export type { PageCacheOptions } from './fetch/page-cache.ts'
export { type SearchProviderSettings, searchSecrets } from './search/search-settings.ts'
export type { WebClient, WebClientSource } from './web-client.ts'
