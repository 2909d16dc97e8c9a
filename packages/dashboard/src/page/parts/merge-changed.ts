/**
 * Returns the items of a list with what changed since they were read, in their order. New ones come last, but only at the end of the list:
 * before it, they are on pages that were not read yet.
 * @param changed By their keys, in the order in which they were heard of.
 */
export function mergeChanged<Item>(
  items: readonly Item[],
  changed: ReadonlyMap<string, Item>,
  { hasMore, keyOf }: { readonly hasMore: boolean; keyOf(item: Item): string },
): readonly Item[] {
  if (changed.size === 0) return items
  const merged = items.map((item) => changed.get(keyOf(item)) ?? item)
  if (hasMore) return merged
  const known = new Set(items.map(keyOf))
  return [...merged, ...[...changed].filter(([key]) => !known.has(key)).map(([, item]) => item)]
}
