import type { HostLists } from '@drawbridge/net'
import type { SearchProviderSettings } from '@drawbridge/tools'

/** The access of the web tools to the web. */
export interface WebOptions {
  /**
   * The hosts that may be contacted in addition to the policy's: `internalHosts` names those inside the own network, such as a
   * SearXNG instance.
   */
  readonly hosts?: HostLists
  /** Search services in the order to try them; their keys are scrubbed from everything. Default: DuckDuckGo. None: no `web.search`. */
  readonly search?: readonly SearchProviderSettings[]
  /** The user agent sent to pages. Default: `drawbridge`. */
  readonly userAgent?: string
}
