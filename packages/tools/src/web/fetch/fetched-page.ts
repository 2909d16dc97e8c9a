import type { PageContent } from '../content/page-content.ts'

/** A page and where it was found. */
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
  /** Where the server sends the caller on to another host, which this call does not reach. */
  readonly elsewhere?: string
  /** Whether the server lets the page be kept. */
  readonly mayKeep: boolean
}
