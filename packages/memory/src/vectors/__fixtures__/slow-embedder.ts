import { setTimeout as sleep } from 'node:timers/promises'
import type { Embedder } from '@drawbridge/core/model'

/** A model of four dimensions that takes its time. The direction of a text is that of its letters. */
export function slowEmbedder(pauseMs: number): Embedder & { readonly model: string } {
  return {
    model: 'slow',
    embed: async (texts, signal) => {
      await sleep(pauseMs, undefined, { signal })
      return { vectors: texts.map(directionOf), model: 'slow', dimensions: 4 }
    },
  }
}

/** Returns the vector of a text. */
export function directionOf(text: string): Float32Array {
  const values = new Float32Array(4)
  for (const letter of text) values[letter.charCodeAt(0) % 4] = (values[letter.charCodeAt(0) % 4] ?? 0) + 1
  const length = Math.hypot(...values)
  return length === 0 ? values : values.map((value) => value / length)
}
