import { expect, test } from 'vitest'
import { withDistinctIds } from './with-distinct-ids.ts'

test('calls that share an id get ids that no other call of the turn has', () => {
  const ids = ['1', '1', '1 (2)', '2', '1', '', ''].map((id) => ({ id }))
  expect(withDistinctIds(ids).map(({ id }) => id)).toEqual(['1', '1 (3)', '1 (2)', '2', '1 (4)', '', ' (2)'])
})
