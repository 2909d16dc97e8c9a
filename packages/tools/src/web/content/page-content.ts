/** The form in which a caller wants a page: as Markdown, as plain text, or as the server sent it. */
export type ContentMode = 'markdown' | 'text' | 'raw'

/** The content read from a response. */
export interface PageContent {
  readonly text: string
  readonly title: string
  /** The media type of `text`. */
  readonly mediaType: string
  /** The reader that was used: `html`, `json`, `feed`, `pdf` … */
  readonly reader: 'html' | 'json' | 'feed' | 'pdf' | 'text' | 'raw' | 'metadata'
  /** Notes about the reading for the caller. */
  readonly notes: readonly string[]
}
