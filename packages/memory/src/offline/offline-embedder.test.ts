import { expect, test } from 'vitest'
import { createOfflineEmbedder } from './offline-embedder.ts'
import { readWordVectors } from './word-vectors.ts'

const { signal } = new AbortController()

async function cosine(left: string, right: string): Promise<number> {
  const { vectors } = await createOfflineEmbedder().embed([left, right], signal)
  const [a = new Float32Array(), b = new Float32Array()] = vectors
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

test.each([
  ['the car needs repair', 'automobile service', 'boil the carrots'],
  ['delete the folder', 'remove directories', 'the weather in spring'],
  ['the doctor saw the patient', 'hospital physician', 'database connection pool'],
  ['parseInvoiceTotal()', 'sum of the bills', 'football match'],
])('%s is nearer to %s than to %s', async (text, near, far) => {
  expect(await cosine(text, near)).toBeGreaterThan(await cosine(text, far))
})

test('a vector has the length 1, and that of a text without known words has the length 0', async () => {
  const { vectors, dimensions } = await createOfflineEmbedder().embed(['a quiet morning', '今日は雨です', ''], signal)
  expect(dimensions).toBe(100)
  expect(vectors.map((vector) => Math.round(Math.hypot(...vector) * 1000) / 1000)).toEqual([1, 0, 0])
})

test('frequent words say little about a text', async () => {
  expect(await cosine('the of and to invoices', 'invoices')).toBeGreaterThan(0.95)
})

test('the vectors that come with Drawbridge are whole: each word has one', async () => {
  const { ranks, values, dimensions } = await readWordVectors()
  expect(ranks.size).toBe(50_000)
  expect(values.length).toBe(50_000 * dimensions)
  expect(ranks.get('the')).toBe(0)
})
