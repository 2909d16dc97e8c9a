/** One page of a list, as far as it can be read. */
export interface ListPage {
  readonly items: readonly unknown[]
  readonly nextCursor: string | undefined
}

/** All pages of a list. */
export interface WholeList {
  readonly items: readonly unknown[]
  /** The reason that reading stopped before the end. */
  readonly warning: string | undefined
}

const maxPages = 64
const maxItems = 5_000

/** Reads all pages. A cursor that comes again, and a list without end, stop it with a warning; what was read until then counts. */
export async function listPages(readPage: (cursor: string | undefined) => Promise<ListPage>): Promise<WholeList> {
  const items: unknown[] = []
  const seen = new Set<string>()
  let cursor: string | undefined
  for (let page = 1; ; page += 1) {
    const { items: more, nextCursor } = await readPage(cursor)
    items.push(...more.slice(0, maxItems - items.length))
    if (nextCursor === undefined) return { items, warning: undefined }
    if (seen.has(nextCursor)) return { items, warning: 'The server repeated a cursor, so the list was cut there.' }
    if (page >= maxPages || items.length >= maxItems) {
      return { items, warning: `The list is longer than ${maxPages} pages or ${maxItems} entries and was cut there.` }
    }
    seen.add(nextCursor)
    cursor = nextCursor
  }
}
