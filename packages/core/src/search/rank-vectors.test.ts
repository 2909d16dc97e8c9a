import { expect, test } from 'vitest'
import { joinRanks, rankVectors } from './rank-vectors.ts'

test('texts are found by meaning, and those of another direction are not', () => {
  expect(
    rankVectors([
      [1, 0],
      [0.1, 1],
      [1, 0.1],
      [-1, 0],
    ]),
  ).toEqual([1, 0])
})

test('whatever is ahead in both lists is ahead', () => {
  expect(
    joinRanks(
      [
        ['coder', 'critic'],
        ['cook', 'critic'],
      ],
      2,
    ),
  ).toEqual(['critic', 'coder'])
  expect(joinRanks([['coder'], []], 5)).toEqual(['coder'])
})
