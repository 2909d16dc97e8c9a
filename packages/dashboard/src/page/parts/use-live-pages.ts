import { useEffect } from 'react'
import { useFreshness } from '../api/use-live-query.ts'
import { type PagedList, usePages } from './use-pages.ts'

/** The greatest number of pages that are read without a person who asks for more. */
const mostPages = 10
const pageSize = 200

/**
 * Reads a list by its cursors, and all that was read of it again once the server says that it changed.
 * @param options.isWhole True if all pages are read at once, up to 2,000 items: to choose among them, or to find one. Default false.
 */
export function useLivePages<Item>(
  path: string | undefined,
  topics: readonly string[],
  { isWhole = false }: { readonly isWhole?: boolean } = {},
): PagedList<Item> {
  const list = usePages<Item>(path, pageSize, useFreshness(path, topics))
  const { items, hasMore, isLoadingMore, loadMore } = list
  const goesOn = isWhole && hasMore && !isLoadingMore && items.length < mostPages * pageSize
  useEffect(() => {
    if (goesOn) loadMore()
  }, [goesOn, loadMore])
  return list
}
