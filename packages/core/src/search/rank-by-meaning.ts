import { errorMessage } from '../error/error-message.ts'
import type { Embedder } from '../model/model-services.ts'
import { rankVectors } from './rank-vectors.ts'

/** The places of texts by the meaning of a query. */
export interface MeaningRanks {
  /** Best first. Empty if no embedding model is configured. */
  readonly places: readonly number[]
  /** The reason, if the model failed. */
  readonly degraded?: string
}

/** Ranks texts by the meaning of a query. A model that fails leaves the texts unranked; aborted, it throws. */
export async function rankByMeaning(
  embedder: Pick<Embedder, 'model' | 'embed'> | undefined,
  { query, texts, signal }: { readonly query: string; readonly texts: readonly string[]; readonly signal: AbortSignal },
): Promise<MeaningRanks> {
  if (texts.length === 0 || embedder?.model === undefined) return { places: [] }
  try {
    const { vectors } = await embedder.embed([query, ...texts], signal)
    return { places: rankVectors(vectors.map((vector) => [...vector])) }
  } catch (error) {
    signal.throwIfAborted()
    return { places: [], degraded: errorMessage(error) }
  }
}
