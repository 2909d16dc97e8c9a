/**
 * Returns a function that loads its module with the first call and keeps it. To import the same module again costs a search for it,
 * which counts for what a room is asked with every request of a model.
 */
export function loadLater<Arguments extends readonly unknown[], Result>(
  load: () => Promise<(...given: Arguments) => Result | Promise<Result>>,
): (...given: Arguments) => Promise<Result> {
  type Loaded = (...given: Arguments) => Result | Promise<Result>
  let loading: Promise<Loaded> | undefined
  let loaded: Loaded | undefined
  const begin = async (): Promise<Loaded> => {
    try {
      loaded = await load()
      return loaded
    } finally {
      loading = undefined
    }
  }
  return async (...given) => {
    if (loaded !== undefined) return loaded(...given)
    loading ??= begin()
    return (await loading)(...given)
  }
}
