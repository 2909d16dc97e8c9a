import { indexText, readQuery, type SearchCorpus, scoreText } from '@drawbridge/core/search'
import { expect, test } from 'vitest'
import { fieldsOf, fieldWeights } from '../../../packages/memory/src/index/index-chunk.ts'
import { readQuestionSet } from '../retrieval/question-set.ts'
import { builtIn, measure } from './index.ts'
import { prepareLists } from './lists.ts'

test('the weights in the code are those that cross-validation chooses, and meanings cost nothing on questions it did not see', {
  timeout: 300_000,
}, async () => {
  const { goals, details } = await measure()
  expect(goals).toHaveLength(2)
  expect(
    goals.filter(({ met }) => !met).map(({ text }) => text),
    details?.join('\n'),
  ).toEqual([])
})

test('the scores that the weights are chosen by are those of a search', { timeout: 60_000 }, async () => {
  const set = readQuestionSet()
  const some = { pages: set.pages.slice(0, 25), questions: set.questions.slice(0, 40) }
  const { chunks, byWords } = await prepareLists(some)
  const documents = chunks.map(({ path, ...chunk }) => {
    const [title, place, body] = fieldsOf(path, chunk)
    return indexText([
      { text: title, weight: fieldWeights.title },
      { text: place, weight: fieldWeights.path },
      { text: body, weight: fieldWeights.body },
    ])
  })
  const corpus: SearchCorpus = {
    documents: documents.length,
    averageLength: documents.reduce((sum, { length }) => sum + length, 0) / documents.length,
    holding: (word) => documents.filter(({ words }) => words.has(word)).length,
  }
  let compared = 0
  for (const [index, { text }] of some.questions.entries()) {
    for (const { chunk, score } of byWords(index, builtIn)) {
      const document = documents[chunk]
      if (document === undefined) continue
      expect(score).toBeCloseTo(scoreText(readQuery(text), document, corpus), 6)
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(500)
})
