import type { Cleanup } from '@drawbridge/core/base'

/** Opens something on its first use. If that fails, the next use tries again. */
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
