import type { SearchProviderSettings } from './search-settings.ts'

const endpoints = {
  brave: 'https://api.search.brave.com/res/v1/web/search',
  duckduckgo: 'https://html.duckduckgo.com/html/',
  tavily: 'https://api.tavily.com/search',
  exa: 'https://api.exa.ai/search',
} as const

/** Returns the endpoint of a configured service. */
export function endpointOf(settings: SearchProviderSettings): string {
  return settings.type === 'searxng' ? settings.url : (settings.url ?? endpoints[settings.type])
}
