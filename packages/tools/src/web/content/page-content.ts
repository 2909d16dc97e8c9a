/** How a caller wants a page: as Markdown, as plain text, or as the server sent it. */
export type ContentMode = 'markdown' | 'text' | 'raw'

/** What was made of a response. */
export interface PageContent {
  readonly text: string
  readonly title: string
  /** Of `text`. */
  readonly mediaType: string
  /** What was done to get it: `html`, `json`, `feed`, `pdf` … */
  readonly reader: 'html' | 'json' | 'feed' | 'pdf' | 'text' | 'raw' | 'metadata'
  /** What a caller should know about the reading. */
  readonly notes: readonly string[]
}
