import { endpointOf } from './endpoint-of.ts'
import { brave } from './providers/brave.ts'
import { duckduckgo } from './providers/duckduckgo.ts'
import { exa } from './providers/exa.ts'
import { searxng } from './providers/searxng.ts'
import { tavily } from './providers/tavily.ts'
import type { SearchProvider } from './search-provider.ts'
import type { SearchProviderSettings } from './search-settings.ts'

/** The wire format of a configured service. */
export function createProvider(settings: SearchProviderSettings): SearchProvider {
  const endpoint = endpointOf(settings)
  switch (settings.type) {
    case 'searxng':
      return searxng(endpoint)
    case 'duckduckgo':
      return duckduckgo(endpoint)
    case 'brave':
      return brave(endpoint, settings.key)
    case 'tavily':
      return tavily(endpoint, settings.key)
    case 'exa':
      return exa(endpoint, settings.key)
    default:
      return settings satisfies never
  }
}
