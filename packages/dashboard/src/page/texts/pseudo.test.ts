import { expect, it } from 'vitest'
import { pseudo } from './pseudo.ts'

it('lengthens every text of a catalogue, also those that are made from values', () => {
  const { plain, made, listed } = pseudo({ plain: 'Open', made: (count: number) => `${count} tools`, listed: ['Stop'] })
  expect([plain, made(3), listed]).toEqual(['Ópén~~', '3 tóóls~~~', ['Stóp~~']])
})
