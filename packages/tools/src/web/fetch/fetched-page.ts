import type { PageContent } from '../content/page-content.ts'

/** A page and the URL at which it was found. */
export interface FetchedPage {
  /** The URL that answered. */
  readonly url: string
  /** URLs that redirected there, oldest first. */
  readonly redirects: readonly string[]
  readonly status: number
  readonly statusText: string
  /** As the server named it, without parameters. */
  readonly contentType: string
  /** Size of the decoded body. */
  readonly bytes: number
  readonly content: PageContent
  /** The URL of a redirect to another host, which this call does not reach. */
  readonly elsewhere?: string
  /** True if the server allows the page to be cached. */
  readonly mayKeep: boolean
}
