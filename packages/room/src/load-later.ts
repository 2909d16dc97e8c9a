/**
 * Returns a function that loads its module with the first call and keeps it. To import the same module again costs a search for it,
 * which counts for what a room is asked with every request of a model.
 */
export function loadLater<Arguments extends readonly unknown[], Result>(
  load: () => Promise<(...given: Arguments) => Result | Promise<Result>>,
): (...given: Arguments) => Promise<Result> {
  let loading: Promise<void> | undefined
  let loaded: ((...given: Arguments) => Result | Promise<Result>) | undefined
  const begin = async () => {
    loaded = await load()
  }
  return async (...given) => {
    if (loaded !== undefined) return loaded(...given)
    loading ??= begin().finally(() => {
      loading = undefined
    })
    await loading
    return (loaded as NonNullable<typeof loaded>)(...given)
  }
}
