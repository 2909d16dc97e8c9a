import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expandBraces } from './expand-braces.ts'

describe('expandBraces', () => {
  it.each([
    ['a{b,c}d', ['abd', 'acd']],
    ['{a,b}{1,2}', ['a1', 'a2', 'b1', 'b2']],
    ['{1..3}', ['1', '2', '3']],
    ['{3..1..2}', ['3', '1']],
    ['{08..10}', ['08', '09', '10']],
    ['{a..c}', ['a', 'b', 'c']],
    ['{a,{b,c}}', ['a', 'b', 'c']],
    ['{a}', ['{a}']],
    ['a,b', ['a,b']],
    ['"{a,b}"', ['"{a,b}"']],
    ["'{a,b}'{c,d}", ["'{a,b}'c", "'{a,b}'d"]],
    ['\\{a,b}', ['\\{a,b}']],
    ['$' + '{x,y}', ['$' + '{x,y}']],
    ['{,x}', ['', 'x']],
  ])('expands %s as bash does', (text, words) => {
    expect(expandBraces(text)).toEqual(words)
  })

  it('gives up on products that are too large, in bounded time', () => {
    expect(expandBraces('{a,b}'.repeat(40))).toBeUndefined()
    expect(expandBraces('{1..100000}')).toBeUndefined()
    expect(expandBraces('{1..999999999}')).toBeUndefined()
  })

  it('never throws and never exceeds its bound', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{', '}', ',', '..', 'a', '1', '"', "'", '\\', '$(', ')'), { maxLength: 40 }),
        (pieces) => {
          expect(expandBraces(pieces.join(''))?.length ?? 0).toBeLessThanOrEqual(1_000)
        },
      ),
    )
  })
})
