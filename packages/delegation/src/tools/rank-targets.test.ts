import { expect, test } from 'vitest'
import { joinRanks, rankByMeaning, rankByWords } from './rank-targets.ts'

const coder = { agent: 'type-coder', description: 'Writes programs in TypeScript.', by: 'link' } as const
const cook = { agent: 'cook', description: 'Cooks soup.', by: 'link' } as const
const critic = { agent: 'critic', description: 'Reviews programs.', by: 'link' } as const
const all = [coder, cook, critic]

test('agents are found by words of their names and descriptions', () => {
  expect(rankByWords(all, 'programs in typescript')).toEqual([coder, critic])
  expect(rankByWords(all, 'type coder')[0]).toBe(coder)
  expect(rankByWords(all, 'astronomy')).toEqual([])
})

test('agents are found by meaning, and those of another direction are not', () => {
  expect(
    rankByMeaning(all, [
      [1, 0],
      [0.1, 1],
      [1, 0.1],
      [-1, 0],
    ]),
  ).toEqual([cook, coder])
})

test('whoever is ahead in both lists is ahead', () => {
  expect(
    joinRanks(
      [
        [coder, critic],
        [cook, critic],
      ],
      2,
    ),
  ).toEqual([critic, cook])
  expect(joinRanks([[coder], []], 5)).toEqual([coder])
})
