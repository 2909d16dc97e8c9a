import type { ToolContext } from '@drawbridge/core'
import { expect, test } from 'vitest'
import type { FoundSkill } from '../tiers/find-skills.ts'
import { searchSkills } from './search-skills.ts'

const skill = (name: string, description: string) =>
  ({ name, description, tier: 'home', folder: `/skills/${name}`, programs: [] }) as unknown as FoundSkill
const offered = [skill('forms', 'Fills in forms of PDF files.'), skill('tides', 'Tells when the sea is high.')]

/** A model that knows that boats and tides belong together. */
const embedder = {
  model: 'sea',
  embed: async (texts: readonly string[]) => ({
    vectors: texts.map((text) => Float32Array.from(/boat|tides/.test(text) ? [1, 0] : [0, 1])),
    model: 'sea',
    dimensions: 2,
  }),
}

async function search(query: string, model: object | undefined) {
  const tool = searchSkills(async () => ({ listFor: async () => ({ skills: offered }) }) as never, {
    service: async () => model as never,
  })
  const context = { principal: {}, signal: new AbortController().signal } as unknown as ToolContext
  const result = await tool.execute({ query, max_results: 5 } as never, context)
  return JSON.stringify(result)
}

test('a skill is found by the meaning of a query that shares no word with it, if a model is configured', async () => {
  expect(await search('sail a boat', undefined)).toContain('No skill matches')
  const found = await search('sail a boat', embedder)
  expect(found).toContain('tides')
  expect(found).not.toContain('forms')
})

test('a skill is found by its words although the embedding model fails, and that is said', async () => {
  const failing = { model: 'broken', embed: () => Promise.reject(new Error('overloaded')) }
  const found = await search('PDF forms', failing)
  expect(found).toContain('Fills in forms')
  expect(found).toContain('degraded: the embedding model failed, found by words alone: overloaded')
})
