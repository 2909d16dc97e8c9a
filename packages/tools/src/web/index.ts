export { createWebTools, type WebToolsOptions } from './create-web-tools.ts'
export { type SearchProviderSettings, searchSecrets } from './search/search-settings.ts'
export type { WebClient, WebClientSource } from './web-client.ts'
