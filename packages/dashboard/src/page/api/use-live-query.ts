import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { connection, type LiveEvent, useConnection } from './connection.ts'
import { read } from './request.ts'

/** Lists of the API. */
export interface Listing<Item> {
  readonly items: readonly Item[]
  readonly next?: string | null
  /** The position at which the list was looked at first. */
  readonly asOf?: string | null
}

/** The time between two reads of a list without live events, in milliseconds. */
const pollEvery = 5_000
/** Many events at once cause one look. */
const gather = 120

/**
 * Causes what was read at a path to be read again once the server says that it changed, and says how long it is fresh. Without a connection
 * it is polled.
 */
export function useFreshness(
  path: string | undefined,
  topics: readonly string[],
): { readonly staleTime: number; readonly refetchInterval: number | false } {
  const client = useQueryClient()
  const { phase } = useConnection()
  const joined = topics.join(' ')
  useEffect(() => {
    if (path === undefined || joined === '') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer ??= setTimeout(() => {
        timer = undefined
        void client.invalidateQueries({ queryKey: [path] })
      }, gather)
    }
    const ends = joined.split(' ').map((topic) => connection.subscribe({ topic, onEvents: look, onStale: look }))
    return () => {
      clearTimeout(timer)
      for (const end of ends) end()
    }
  }, [path, joined, client])
  return {
    staleTime: phase === 'live' && joined !== '' ? Number.POSITIVE_INFINITY : 0,
    refetchInterval: phase === 'live' || joined === '' ? false : pollEvery,
  }
}

/**
 * Reads a resource, and reads it again once the server says that it changed. Without a connection it is polled.
 * @param path The path below `/v1`; undefined reads nothing.
 */
export function useLiveQuery<Body>(
  path: string | undefined,
  topics: readonly string[] = [],
): UseQueryResult<Body, Error> {
  const freshness = useFreshness(path, topics)
  return useQuery({
    queryKey: [path ?? 'nothing'],
    queryFn: ({ signal }) => read<Body>(path ?? '', signal),
    enabled: path !== undefined,
    ...freshness,
    placeholderData: keepPreviousData,
  })
}

/** Passes the events of a topic on, as they come. */
export function useTopic(topic: string, onEvents: (events: readonly LiveEvent[]) => void, onStale?: () => void): void {
  const latest = useRef({ onEvents, onStale })
  latest.current = { onEvents, onStale }
  useEffect(
    () =>
      connection.subscribe({
        topic,
        onEvents: (events) => latest.current.onEvents(events),
        onStale: () => latest.current.onStale?.(),
      }),
    [topic],
  )
}
