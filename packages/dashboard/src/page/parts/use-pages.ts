import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { read } from '../api/request.ts'
import type { Listing, useFreshness } from '../api/use-live-query.ts'

/** A list of any length, read page by page. */
export interface PagedList<Item> {
  readonly items: readonly Item[]
  readonly error: Error | null
  readonly isLoading: boolean
  readonly hasMore: boolean
  /** The position at which the list was looked at first; undefined before, or if the server does not say. */
  readonly asOf: string | undefined
  readonly isLoadingMore: boolean
  loadMore(): void
  reload(): void
}

/**
 * Reads a list by its cursors.
 * @param path The path below `/v1` without a cursor; undefined reads nothing.
 * @param freshness Default: what was read stays as it is.
 */
export function usePages<Item>(
  path: string | undefined,
  limit = 200,
  freshness: Partial<ReturnType<typeof useFreshness>> = {},
): PagedList<Item> {
  const query = useInfiniteQuery<Listing<Item>, Error, InfiniteData<Listing<Item>>, readonly string[], string>({
    queryKey: [path ?? 'nothing', 'pages'],
    enabled: path !== undefined,
    queryFn: ({ pageParam, signal }) => {
      const mark = path?.includes('?') === true ? '&' : '?'
      const cursor = pageParam === '' ? '' : `&cursor=${encodeURIComponent(pageParam)}`
      return read(`${path}${mark}limit=${limit}${cursor}`, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
    ...freshness,
  })
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data])
  return {
    items,
    error: query.error,
    isLoading: query.data === undefined && query.error === null,
    hasMore: query.hasNextPage,
    asOf: query.data?.pages[0]?.asOf ?? undefined,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
    },
    reload: () => void query.refetch(),
  }
}
