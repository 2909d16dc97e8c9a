import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyseText, trigramsOf } from './analyse-text.ts'
import { indexText, rankTexts } from './rank-texts.ts'

const finds = (query: string, document: string) =>
  rankTexts(query, [indexText([{ text: document, weight: 1 }])]).length > 0

describe('a document is found', () => {
  test.each([
    ['数据', '数据库连接池的超时设置'],
    ['连接', '数据库连接池的超时设置'],
    ['连接池', '数据库连接池的超时设置'],
    ['接続', 'データベース接続のタイムアウト'],
    ['タイム', 'データベース接続のタイムアウト'],
    ['ﾀｲﾑ', 'データベース接続のタイムアウト'],
    ['연결', '데이터베이스 연결 시간'],
    ['เวลา', 'หมดเวลาเชื่อมต่อ'],
    ['zeitüber', 'Verbindungszeitüberschreitung'],
    ['zeituber', 'Verbindungszeitüberschreitung'],
    ['strassenverkehr', 'Straßenverkehr'],
    ['Straßenverkehr', 'STRASSENVERKEHR'],
    ['retry_after', 'the field retry_after_ms'],
    ['retryAfter', 'the field retry_after_ms'],
    ['after', 'retryAfterMs'],
    ['http request', 'parseHTTPRequest2'],
    ['store/sqlite', 'packages/store/sqlite.ts'],
    ['sqlite', 'packages/store/sqlite.ts'],
    ['Ａｂｃ', 'abc'],
    ['cafe', 'le café'],
    ['ΟΔΟΣ', 'οδός'],
    ['naïve', 'naive'],
    ['v1.2', 'release v1.2.3'],
    ['bücher', 'Buchersammlung der Bücher'],
  ])('by %s in %s', (query, document) => {
    expect(finds(query, document)).toBe(true)
  })

  test.each([
    ['学', '数据库'],
    ['がく', 'かく'],
    ['sqlite', 'postgres'],
    ['over', 'Verbindungszeitüberschreitung'],
  ])('but not by %s in %s', (query, document) => {
    expect(finds(query, document)).toBe(false)
  })
})

test('identifiers are kept whole and in parts', () => {
  expect(analyseText('core/src/readHTTPBody2.ts').words).toEqual([
    'core/src/readhttpbody2.ts',
    'core',
    'src',
    'readhttpbody2',
    'read',
    'http',
    'body',
    '2',
    'ts',
  ])
  expect(analyseText('plain').words).toEqual(['plain'])
})

test('text without letters or digits has no words', () => {
  expect(analyseText(' \n--- *** "" :: ()').words).toEqual([])
  expect(analyseText('').words).toEqual([])
})

test('trigrams go over whole characters', () => {
  expect(trigramsOf('𝒜bcd')).toEqual(['𝒜bc', 'bcd'])
  expect(trigramsOf('ab')).toEqual([])
})

test('whatever a text is, each of its words finds it, and no word contains a space, a quote or an operator', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const { words } = analyseText(text)
      for (const word of words) {
        expect(word).toMatch(/^[\p{L}\p{N}\p{M}_$\-./:@]+$/u)
        expect(finds(word, text)).toBe(true)
      }
    }),
  )
})

test('whatever a text is, its case, width and composition do not matter to lower-case text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (given) => {
      const text = given.normalize('NFKC').toLowerCase().normalize('NFKC')
      expect(analyseText(text.normalize('NFD')).words).toEqual(analyseText(text).words)
    }),
  )
})

test('a foreign letter elsewhere in a text changes nothing about its other words', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'aB9_$-./:@ "') }), (text) => {
      expect(analyseText(`${text} é`).words).toEqual([...analyseText(text).words, 'e'])
    }),
    { numRuns: 500 },
  )
})
