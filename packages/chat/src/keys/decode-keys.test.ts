import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { decodeKeys, emptyDecoder, flushKeys } from './decode-keys.ts'
import type { Key } from './key.ts'

const esc = '\u001b'
const decode = (...chunks: readonly string[]) => {
  let decoder = emptyDecoder
  const keys: Key[] = []
  for (const chunk of chunks) {
    const decoded = decodeKeys(decoder, chunk)
    keys.push(...decoded.keys)
    decoder = decoded.decoder
  }
  const { keys: last } = flushKeys(decoder)
  return [...keys, ...last]
}

describe('a paste', () => {
  test('is one key, whatever it contains and however its bytes arrive', () => {
    const body = `one\r\ntwo\rthree${esc}[A\u0003\tend`
    const whole = `${esc}[200~${body}${esc}[201~x`
    const expected = [
      { kind: 'paste', text: 'one\ntwo\nthree[A    end' },
      { kind: 'text', text: 'x' },
    ]
    expect(decode(whole)).toEqual(expected)
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length), { maxLength: 6 }), (places) => {
        const cuts = [0, ...places.toSorted((left, right) => left - right), whole.length]
        expect(decode(...cuts.slice(1).map((end, index) => whole.slice(cuts[index], end)))).toEqual(expected)
      }),
      { numRuns: propertyRuns(200) },
    )
  })
})

test.each<[string, readonly string[], readonly unknown[]]>([
  ['bytes of two keys at once', [`a\r`], [text('a'), control('enter')]],
  ['half a sequence', [`${esc}[`, 'A'], [control('up')]],
  ['Escape alone', [esc], [control('escape')]],
  ['Escape before a sequence', [`${esc}${esc}[B`], [control('escape'), control('down')]],
  ['Alt-Enter', [`${esc}\r`], [control('newline')]],
  ['Ctrl-arrows', [`${esc}[1;5D${esc}[1;3C`], [control('word-left'), control('word-right')]],
  ['an unknown sequence', [`${esc}[99;5uq`], [text('q')]],
  ['a report of the mouse', [`${esc}[<0;10;10M`], []],
  ['eight-bit controls', ['a\u009b31mb'], [text('a31mb')]],
  ['Ctrl-C among text', ['ab\u0003c'], [text('ab'), control('interrupt'), text('c')]],
])('%s are read as what they are', (_what, chunks, expected) => {
  expect(decode(...chunks)).toEqual(expected)
})

test('no key holds a control character, whatever the terminal sends', () => {
  const unit = fc.constantFrom(esc, '[', 'O', '2', '0', '1', '~', 'A', ';', '\r', '\u0000', '\u009b', 'é', '日')
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 12 })), (chunks) => {
      for (const key of decode(...chunks)) {
        if (key.kind !== 'control') expect(key.text).not.toMatch(/(?!\n)\p{Cc}/u)
      }
    }),
    { numRuns: propertyRuns(300) },
  )
})

function text(typed: string): Key {
  return { kind: 'text', text: typed }
}

function control(name: Extract<Key, { kind: 'control' }>['name']): Key {
  return { kind: 'control', name }
}
