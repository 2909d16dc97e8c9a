import type { McpOffer, McpOfferChange } from '@drawbridge/room'
import type { CurrentRun } from '../current-run.ts'
import { readOffer } from './served-offer.ts'

/**
 * Calls back with each change of an offer that the client can see: a list that differs from what it was for this caller, a document that
 * the caller may read. What others are offered changes unnoticed.
 */
export function watchOffer(
  offer: McpOffer,
  run: CurrentRun,
  { tell, onError }: { readonly tell: (change: McpOfferChange) => void; readonly onError: (error: Error) => void },
): Disposable | undefined {
  if (offer.watch === undefined) return undefined
  const look = async () => {
    const { prompts, resources, templates } = await readOffer(offer, run)
    return { prompts: JSON.stringify(prompts), resources: JSON.stringify([resources, templates]) }
  }
  const known = look()
  const isSeen = async (change: McpOfferChange): Promise<boolean> => {
    await run.refresh()
    if (change.kind === 'updated') {
      const { readerOf } = await import('./resources.ts')
      return readerOf(change.uri, await readOffer(offer, run)) !== undefined
    }
    const [before, now] = [await known, await look()]
    const isOther = before[change.kind] !== now[change.kind]
    before[change.kind] = now[change.kind]
    return isOther
  }
  let told: Promise<void> = known.then(
    () => undefined,
    () => undefined,
  )
  return offer.watch((change) => {
    told = told
      .then(async () => {
        if (await isSeen(change)) tell(change)
      })
      .catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))))
  })
}
