import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { read } from '../api/request.ts'
import { type Listing, useTopic } from '../api/use-live-query.ts'
import { mergeChanged } from './merge-changed.ts'
import { type PagedList, usePages } from './use-pages.ts'

/** Many events at once cause one look, after this many milliseconds. */
const gather = 120

/**
 * Reads a list by its cursors, and what changed since as it happens: a session of 20,000 calls that still runs is never read again from its
 * beginning.
 * @param path The path below `/v1`, without parameters. It takes `since`, a position.
 * @param topic Its events say that something changed.
 */
export function useFollowedPages<Item>(path: string, topic: string, keyOf: (item: Item) => string): PagedList<Item> {
  const list = usePages<Item>(path)
  const [changed, setChanged] = useState<ReadonlyMap<string, Item>>(new Map())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isReading = useRef(false)
  const isAsked = useRef(false)
  const since = useRef<string>(undefined)
  const latestKey = useRef(keyOf)
  latestKey.current = keyOf
  const { asOf, hasMore } = list
  const catchUp = useCallback(async () => {
    const from = since.current ?? asOf
    // The list itself is being read: the effect below looks again once it is there.
    if (from === undefined || isReading.current) {
      isAsked.current = true
      return
    }
    isReading.current = true
    isAsked.current = false
    try {
      const { items, end } = await readSince<Item>(path, from)
      since.current = end
      if (items.length > 0)
        setChanged((before) => new Map([...before, ...items.map((item) => [latestKey.current(item), item] as const)]))
    } catch {
      // The next event, or the connection when it is back, causes another look.
    } finally {
      isReading.current = false
      if (isAsked.current) timer.current = setTimeout(() => void catchUp(), gather)
    }
  }, [path, asOf])
  const look = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void catchUp(), gather)
  }
  useTopic(topic, look, look)
  useEffect(() => {
    // Reads the changes between the first look and the subscription, and those since the list was kept.
    if (asOf !== undefined) void catchUp()
    return () => clearTimeout(timer.current)
  }, [asOf, catchUp])
  const items = useMemo(
    () => mergeChanged(list.items, changed, { hasMore, keyOf: (item) => latestKey.current(item) }),
    [list.items, changed, hasMore],
  )
  return { ...list, items }
}

async function readSince<Item>(path: string, since: string) {
  const items: Item[] = []
  let end = since
  let cursor: string | null | undefined = ''
  while (cursor !== null && cursor !== undefined) {
    const mark: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: Listing<Item> = await read(`${path}?since=${since}&limit=200${mark}`)
    items.push(...page.items)
    end = page.asOf ?? end
    cursor = page.next
  }
  return { items, end }
}
