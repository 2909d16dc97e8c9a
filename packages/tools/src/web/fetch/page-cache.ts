import type { Principal } from '@drawbridge/core'
import type { ContentMode } from '../content/page-content.ts'
import type { FetchedPage } from './fetched-page.ts'

export interface PageCacheOptions {
  /** Milliseconds that a page is kept. Default: 15 minutes; 0 keeps none. */
  readonly ttlMs?: number
  /** Default: 100. */
  readonly maxEntries?: number
  /** Characters of all pages together. Default: 20 million. */
  readonly maxCharacters?: number
}

/** The identity of a fetch: the exact URL, the wanted form, and the caller. */
export interface PageKey {
  readonly url: string
  readonly mode: ContentMode
  readonly principal: Pick<Principal, 'user' | 'agent' | 'session'>
}

/** Pages fetched lately. What one principal fetched is never shown to another. */
export interface PageCache {
  find(key: PageKey, now: number): FetchedPage | undefined
  keep(key: PageKey, page: FetchedPage, now: number): void
}

interface Entry {
  readonly page: FetchedPage
  readonly until: number
}

/** Bounded by number, size and age; the page that was not used for longest goes first. */
export function createPageCache(options: PageCacheOptions = {}): PageCache {
  const { ttlMs = 15 * 60_000, maxEntries = 100, maxCharacters = 20_000_000 } = options
  const entries = new Map<string, Entry>()
  let characters = 0

  const drop = (key: string): void => {
    characters -= entries.get(key)?.page.content.text.length ?? 0
    entries.delete(key)
  }

  return {
    find: (key, now) => {
      const name = nameOf(key)
      const entry = entries.get(name)
      if (entry === undefined) return undefined
      entries.delete(name)
      if (entry.until > now) entries.set(name, entry)
      else characters -= entry.page.content.text.length
      return entry.until > now ? entry.page : undefined
    },
    keep: (key, page, now) => {
      const name = nameOf(key)
      drop(name)
      if (ttlMs <= 0 || page.content.text.length > maxCharacters) return
      entries.set(name, { page, until: now + ttlMs })
      characters += page.content.text.length
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && characters <= maxCharacters) return
        drop(oldest)
      }
    },
  }
}

function nameOf({ url, mode, principal: { user, agent, session } }: PageKey): string {
  return JSON.stringify([user ?? null, agent ?? null, session, mode, url])
}
