/**
 * A stack of opened resources, closed together in reverse order. Like the runtime's `AsyncDisposableStack`, which some versions of
 * Node do not have.
 */
export interface Cleanup extends AsyncDisposable {
  /** Takes a resource over and hands it back. */
  use<Resource extends Disposable | AsyncDisposable>(resource: Resource): Resource
  /** Moves every resource so far to the returned cleanup; this one no longer closes them. */
  move(): Cleanup
}

/** Creates a cleanup that begins with these resources. */
export function createCleanup(initial: readonly (Disposable | AsyncDisposable)[] = []): Cleanup {
  let resources = [...initial]
  return {
    use: (resource) => {
      resources.push(resource)
      return resource
    },
    move: () => {
      const moved = createCleanup(resources)
      resources = []
      return moved
    },
    [Symbol.asyncDispose]: async () => {
      const errors: unknown[] = []
      for (const resource of resources.splice(0).reverse()) {
        try {
          await dispose(resource)
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length === 1) throw errors[0]
      if (errors.length > 1) throw new AggregateError(errors, 'Several resources could not be closed.')
    },
  }
}

async function dispose(resource: Disposable | AsyncDisposable): Promise<void> {
  if (Symbol.asyncDispose in resource) await resource[Symbol.asyncDispose]()
  else resource[Symbol.dispose]()
}
