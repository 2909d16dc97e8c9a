import type { Cleanup } from '@drawbridge/core/base'

/** Opens something with its first use. Where that fails it is tried again with the next. */
export function loadOnce<Opened extends Disposable | AsyncDisposable>(
  open: () => Promise<Opened>,
  cleanup: Cleanup,
): () => Promise<Opened> {
  let opening: Promise<Opened> | undefined
  return () => {
    opening ??= open().then(
      (opened) => cleanup.use(opened),
      (error: unknown) => {
        opening = undefined
        throw error
      },
    )
    return opening
  }
}
