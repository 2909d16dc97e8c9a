import type { Embedder } from '@drawbridge/core/model'
import { analyseText } from '@drawbridge/core/search'
import type { MeaningIndexOptions } from '../search/find-by-meaning.ts'
import { readWordVectors, type WordVectors } from './word-vectors.ts'

/** The id of the vectors. It changes with the data and with what is computed from them. */
export const offlineModel = 'offline/glove-100-1'

/** The properties of an index of these vectors. */
export const offlineOptions = {
  isRough: true,
  /** About a third of a second. */
  mostAtOnce: 4_096,
  /** Two short texts with other words for the same are about so near, and texts about different things rarely. */
  least: 0.4,
  /** Passages of one collection are all near to each other, so only the nearest few tell anything. */
  within: 0.1,
} as const satisfies MeaningIndexOptions

/** Creates the embedder that needs no provider: the mean of the vectors of a text's English words, rare ones counting more. */
export function createOfflineEmbedder(): Embedder & { readonly model: string } {
  return {
    model: offlineModel,
    embed: async (texts) => {
      const words = await readWordVectors()
      return {
        vectors: texts.map((text) => meanVector(words, text)),
        model: offlineModel,
        dimensions: words.dimensions,
      }
    },
  }
}

/** The weight of a word falls to a half at this frequency (Arora, Liang and Ma, 2017: smooth inverse frequency). */
const commonFrequency = 1e-3
/** Frequencies by rank, as in English text (Zipf). */
const frequencyOf = (rank: number) => 1 / ((rank + 2.7) * 12)

/** Returns a vector of length 1; of length 0 if the text has no word that is known. */
function meanVector({ dimensions, ranks, values }: WordVectors, text: string): Float32Array {
  const sum = new Float32Array(dimensions)
  for (const word of analyseText(text).words) {
    const rank = ranks.get(word)
    if (rank === undefined) continue
    const weight = commonFrequency / (commonFrequency + frequencyOf(rank))
    const start = rank * dimensions
    for (let column = 0; column < dimensions; column += 1) {
      sum[column] = (sum[column] ?? 0) + weight * (values[start + column] ?? 0)
    }
  }
  const length = Math.hypot(...sum)
  return length === 0 ? sum : sum.map((value) => value / length)
}
