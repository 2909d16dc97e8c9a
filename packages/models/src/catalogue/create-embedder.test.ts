import { createSystemIdSource, systemClock } from '@drawbridge/core/base'
import { createGuardedClient, createHostPolicy } from '@drawbridge/net'
import { expect, onTestFinished, test } from 'vitest'
import { openFakeModels } from '../testing/fake-models.ts'
import { createEmbedder } from './create-embedder.ts'
import { planModels } from './plan-models.ts'

const { signal } = new AbortController()
const house = {
  clock: systemClock,
  ids: createSystemIdSource(),
  hide: () => {},
  readText: () => Promise.reject(new Error('Nothing is read.')),
  client: async (_: string, hosts: object = {}) => createGuardedClient({ policy: createHostPolicy(hosts) }),
}

test.each([
  ['openai-compatible', 'openai-chat'],
  ['google', 'gemini'],
] as const)(
  'vectors of %s come in the order of their texts, of length 1, for any number of them',
  async (type, family) => {
    const fake = await openFakeModels({ answers: [] })
    onTestFinished(() => fake[Symbol.asyncDispose]())
    const plans = planModels({
      embedding: 'ours/e',
      providers: { ours: { type, url: fake.url(family), key: fake.key } },
    })
    const texts = Array.from({ length: 130 }, (_, index) => (index % 2 === 0 ? 'aaaa' : 'bbbb'))
    const { vectors, model, dimensions } = await createEmbedder(plans, house).embed(texts, signal)
    expect([vectors.length, model, dimensions]).toEqual([130, 'ours/e', 8])
    expect(vectors[0]).toEqual(vectors[128])
    expect(vectors[0]).not.toEqual(vectors[129])
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
  },
)

test('without an embedding model, or with one of a provider that has none, the message says what to set', async () => {
  const embedder = createEmbedder(planModels(), house)
  expect(embedder.model).toBeUndefined()
  await expect(embedder.embed(['a'], signal)).rejects.toThrow(/Set "models.embedding"/)
  const other = createEmbedder(planModels({ embedding: 'anthropic/claude-sonnet-4-5' }), house)
  await expect(other.embed(['a'], signal)).rejects.toThrow(/"anthropic" have no embedding models/)
})
