import { createFakeClock } from '@drawbridge/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createQuestionSeal } from './question-seal.ts'

const asked = { name: 'demo__note', arguments: { text: 'a', deep: { one: 1, two: [2] } } }

test('the seal of a call opens for that call, in whatever order its arguments come', () => {
  const seal = createQuestionSeal(createFakeClock())
  const text = seal.seal('handle', asked)
  expect(text).not.toContain('handle')
  expect(seal.open(text, { name: asked.name, arguments: { deep: { two: [2], one: 1 }, text: 'a' } })).toBe('handle')
})

test('it opens for no other tool, arguments or client', () => {
  const seal = createQuestionSeal(createFakeClock())
  const text = seal.seal('handle', asked)
  expect(seal.open(text, { ...asked, name: 'demo__add' })).toBeUndefined()
  expect(seal.open(text, { ...asked, arguments: { ...asked.arguments, text: 'b' } })).toBeUndefined()
  expect(seal.open(text, { name: asked.name })).toBeUndefined()
  expect(createQuestionSeal(createFakeClock()).open(text, asked)).toBeUndefined()
})

test('a single changed, missing or added character spoils it', () => {
  const seal = createQuestionSeal(createFakeClock())
  const text = seal.seal('handle', asked)
  for (let place = 0; place < text.length; place += 1) {
    const other = text[place] === 'A' ? 'B' : 'A'
    expect(seal.open(text.slice(0, place) + other + text.slice(place + 1), asked)).toBeUndefined()
    expect(seal.open(text.slice(0, place), asked)).toBeUndefined()
  }
  expect(seal.open(`${text}A`, asked)).toBeUndefined()
  expect(seal.open(`${text}=`, asked)).toBeUndefined()
})

test('no text from outside opens, and none throws', () => {
  const seal = createQuestionSeal(createFakeClock())
  fc.assert(fc.property(fc.string(), (text) => void expect(seal.open(text, asked)).toBeUndefined()))
})

test('it ends with its time', () => {
  const clock = createFakeClock()
  const seal = createQuestionSeal(clock, 1_000)
  const text = seal.seal('handle', asked)
  clock.advance(999)
  expect(seal.open(text, asked)).toBe('handle')
  clock.advance(1)
  expect(seal.open(text, asked)).toBeUndefined()
})
