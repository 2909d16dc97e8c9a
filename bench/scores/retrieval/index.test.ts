import { expect, test } from 'vitest'
import { measure } from './index.ts'
import { readQuestionSet } from './question-set.ts'

test('each question is about a page that exists, and no page holds its own description', () => {
  const { pages, questions } = readQuestionSet()
  const known = new Map(pages.map((page) => [page.id, page]))
  for (const { page } of questions) expect(known.has(page)).toBe(true)
  for (const { text, page, asker } of questions.filter((question) => question.asker === undefined)) {
    expect(asker).toBeUndefined()
    expect(known.get(page)?.text.startsWith(text)).toBe(false)
  }
})

test('retrieval meets every goal', { timeout: 180_000 }, async () => {
  const { goals, rows } = await measure()
  expect(goals.length).toBeGreaterThan(0)
  expect(
    goals.filter(({ met }) => !met).map(({ text }) => text),
    JSON.stringify(rows),
  ).toEqual([])
})
