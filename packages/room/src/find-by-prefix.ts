/** The entry that an id, or the beginning of one, stands for. */
export type FoundByPrefix<Item> =
  | { readonly status: 'found'; readonly item: Item }
  | { readonly status: 'ambiguous'; readonly ids: readonly string[] }
  | { readonly status: 'none' }

/** A list that a command searches by the beginning of an id. */
export interface Listing<Item> {
  readonly items: readonly Item[]
  readonly idOf: (item: Item) => string
  /** The word before the number of every such id, which can be left out: `approval` of `approval_0001`. */
  readonly kind?: string
  /** Selects one of several matches: the only one for which it returns true. Default: none is preferred. */
  readonly isLikely?: (item: Item) => boolean
}

/** Finds what is called so, or what alone has an id that begins so. */
export function findByPrefix<Item>(
  given: string,
  { items, idOf, kind, isLikely = () => false }: Listing<Item>,
): FoundByPrefix<Item> {
  const exact = items.find((item) => idOf(item) === given)
  if (exact !== undefined) return { status: 'found', item: exact }
  if (given === '') return { status: 'none' }
  const beginnings = kind === undefined ? [given] : [given, `${kind}_${given}`]
  const all = items.filter((item) => beginnings.some((beginning) => idOf(item).startsWith(beginning)))
  const likely = all.filter(isLikely)
  const meant = likely.length > 0 ? likely : all
  const [only] = meant
  if (only === undefined) return { status: 'none' }
  return meant.length === 1 ? { status: 'found', item: only } : { status: 'ambiguous', ids: meant.map(idOf) }
}

/** Most ids that are named one by one. */
const maxNamed = 10

/**
 * Tells why one of several cannot be chosen, and which they are.
 * @param items What they are called together, e.g. `questions`.
 */
export function explainAmbiguous(given: string, items: string, ids: readonly string[]): string {
  const shown = ids.slice(0, maxNamed).join(', ')
  const rest = ids.length > maxNamed ? ` and ${ids.length - maxNamed} more` : ''
  return `Several ${items} begin with ${JSON.stringify(given)}: ${shown}${rest}. Give a longer prefix of the id.`
}
