import fc from 'fast-check'
import { expect, test } from 'vitest'
import { occurrences } from './line-pattern.ts'

const codes = (text: string) => Array.from(text, (character) => character.charCodeAt(0))

test('finds every place, overlapping ones too, like trying each', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[ab]{0,40}$/),
      fc.stringMatching(/^[ab]{1,4}$/),
      fc.nat(5),
      (text, wanted, from) => {
        const expected = [...text].flatMap((_, at) => (at >= from && text.startsWith(wanted, at) ? [at] : []))
        expect([...occurrences(codes(text), codes(wanted), from)]).toEqual(expected)
      },
    ),
  )
})

test('looks at each unit a bounded number of times, however alike the two are', () => {
  for (const wanted of [`${'a'.repeat(500)}b`, `b${'a'.repeat(500)}`, 'a'.repeat(500)]) {
    let looks = 0
    const counted = new Proxy(codes('a'.repeat(5_000)), {
      get: (target, key) => {
        looks += 1
        return Reflect.get(target, key)
      },
    })
    expect([...occurrences(counted, codes(wanted))].length).toBe(wanted.includes('b') ? 0 : 4_501)
    expect(looks).toBeLessThan(20_000)
  }
})
