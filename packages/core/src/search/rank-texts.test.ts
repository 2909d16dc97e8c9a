import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexText, rankTexts, readQuery } from './rank-texts.ts'

const body = (text: string) => indexText([{ text, weight: 1 }])
const order = (query: string, texts: readonly string[]) => rankTexts(query, texts.map(body)).map(({ index }) => index)

describe('the order', () => {
  test('puts a rare word above a frequent one', () => {
    const texts = ['file file file', 'file socket', 'file', 'file pipe', 'file lock']
    expect(order('file socket', texts)[0]).toBe(1)
  })

  test('puts a short document above a long one with the same words', () => {
    expect(order('socket', [`socket ${'other '.repeat(200)}`, 'socket other'])).toEqual([1, 0])
  })

  test('puts a title above a body', () => {
    const documents = [
      indexText([
        { text: 'Pipes', weight: 4 },
        { text: 'about sockets', weight: 1 },
      ]),
      indexText([
        { text: 'Sockets', weight: 4 },
        { text: 'about pipes', weight: 1 },
      ]),
    ]
    expect(rankTexts('sockets', documents).map(({ index }) => index)).toEqual([1, 0])
  })

  test('puts a whole word above the inside of a longer one', () => {
    expect(order('zeitüber', ['Verbindungszeitüberschreitung', 'zeitüber'])).toEqual([1, 0])
  })

  test('keeps the order of the list where nothing differs', () => {
    expect(order('same', ['same', 'same', 'same'])).toEqual([0, 1, 2])
  })
})

test('a query without words, or without documents, finds nothing', () => {
  expect(order('*** "" OR()', ['text'])).toEqual([])
  expect(order('', ['text'])).toEqual([])
  expect(order('text', [])).toEqual([])
})

test('whatever the query is, operators mean nothing and repetition changes nothing', () => {
  const words = fc.array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta'), { minLength: 1, maxLength: 5 })
  const texts = fc.array(
    words.map((list) => list.join(' ')),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(words, texts, (query, documents) => {
      const plain = rankTexts(query.join(' '), documents.map(body))
      expect(rankTexts(`"${query.join('" * -"')}" ( ) ^`, documents.map(body))).toEqual(plain)
      expect(rankTexts([...query, ...query].join('\n'), documents.map(body))).toEqual(plain)
      for (const { index } of plain) expect(query.some((word) => documents[index]?.includes(word))).toBe(true)
      expect(plain).toHaveLength(documents.filter((text) => query.some((word) => text.includes(word))).length)
    }),
  )
})

test('adding a matching word to a document never lowers it below a copy without it', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('alpha', 'beta', 'gamma'), { minLength: 1, maxLength: 6 }), (words) => {
      const [first] = rankTexts('delta', [body(words.join(' ')), body([...words, 'delta'].join(' '))])
      expect(first?.index).toBe(1)
    }),
  )
})

test('a query is read without repetition', () => {
  expect(readQuery('Alpha alpha ALPHA').words).toEqual(['alpha'])
})
