import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Cell } from '../parts/cells.tsx'
import { read } from './request.ts'
import { setServerTime } from './server-clock.ts'

/** The person who is signed in, and what the server lets them see. */
export interface Me {
  readonly user: { readonly id: string; readonly name: string }
  readonly role: 'owner' | 'operator' | 'member' | 'viewer'
  /** The operations of the API that the person may use, by name. */
  readonly can: readonly string[]
  /** The navigation: the pages that the person may see, in their order. */
  readonly pages: readonly PageEntry[]
  readonly node: string
  readonly build: string
  readonly serverTime: string
}

interface Entry {
  readonly id: string
  readonly room: string
  readonly title: string
  readonly group: 'now' | 'look' | 'authority' | 'work' | 'own'
  readonly icon: string
  readonly shortcut: string | null
  /** The beginning of its address. */
  readonly address: string
}

/** A page that this build has code for. */
export interface ViewEntry extends Entry {
  readonly kind: 'view'
  readonly view: string
}

/** A page as data: a list with details. */
export interface ListEntry extends Entry {
  readonly kind: 'list'
  /** The path of its list below `/v1`. */
  readonly path: string
  /** The name of the field that identifies an item. */
  readonly key: string
  readonly fields: readonly (Cell & { readonly detailOnly?: boolean })[]
  readonly empty: string | null
}

/** An entry of the navigation, as the gateway and its rooms declare it. */
export type PageEntry = ViewEntry | ListEntry

/** The query of {@link Me}. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await read<Me>('/me', signal)
    setServerTime(me.serverTime)
    return me
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** Returns true if the person may use this operation of the API. */
export function useCan(operation: string | undefined): boolean {
  const { data } = useQuery(meQuery)
  return mayUse(data, operation)
}

/** Returns true if a person may use an operation of the API. */
export function mayUse(me: Me | undefined, operation: string | undefined): boolean {
  return operation === undefined || me?.can.includes(operation) === true
}

/** Returns the name of the person. */
export function nameOf({ user }: Me): string {
  return user.name
}
