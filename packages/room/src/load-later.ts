/**
 * Returns a function that loads its module with the first call and keeps it. To import the same module again costs a search for it,
 * which counts for what a room is asked with every request of a model.
 */
export function loadLater<Arguments extends readonly unknown[], Result>(
  load: () => Promise<(...given: Arguments) => Result | Promise<Result>>,
): (...given: Arguments) => Promise<Result> {
  let loading: Promise<(...given: Arguments) => Result | Promise<Result>> | undefined
  return async (...given) => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return await (await loading)(...given)
  }
}
