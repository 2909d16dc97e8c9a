import { expect, test } from 'vitest'
import { searchOptions } from './search-options.ts'

const query = { query: 'x', regex: true, multiline: false, context: 0, type: undefined, glob: undefined, limit: 100 }

test('a search of a huge file holds all its matches in memory: a file gives one more than is shown', () => {
  expect(searchOptions({ ...query, mode: 'content' })).toContain('--max-count=101')
})

test('a count counts them all', () => {
  expect(searchOptions({ ...query, mode: 'count' }).join()).not.toContain('--max-count')
})
