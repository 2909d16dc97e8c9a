import type { HostLists } from '@drawbridge/net'
import type { SearchProviderSettings } from '@drawbridge/tools'

/** How the web tools reach the web. */
export interface WebOptions {
  /** Which hosts beyond the policy's word: `internalHosts` names those inside the own network, such as a SearXNG instance. */
  readonly hosts?: HostLists
  /** Search services in the order to try them; their keys are scrubbed from everything. Default: DuckDuckGo. None: no `web.search`. */
  readonly search?: readonly SearchProviderSettings[]
  /** The user agent sent to pages. Default: `drawbridge`. */
  readonly userAgent?: string
}
