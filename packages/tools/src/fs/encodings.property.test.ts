import { isAscii, isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { openWorkspace } from '../testing/open-workspace.ts'
import { legacyCodec } from './text/legacy-codec.ts'
import { legacyEncodings, type TextCodec, utf8, utf16be, utf16le } from './text/text-codec.ts'

/** Text of each encoding's own languages, so that also an unnamed encoding is told. */
const characters: Readonly<Record<string, string>> = {
  shift_jis: 'あいう表ソ能予テスト日本',
  'euc-jp': 'あいう表ソ能予テスト日本',
  gbk: '你好世界配置文件',
  gb18030: '你好世界配置文件',
  big5: '你好世界檔案功許蓋',
  'euc-kr': '안녕하세요세계',
  'koi8-r': 'приветмир',
  'koi8-u': 'привітїжак',
  'windows-1251': 'приветмир',
  'iso-8859-5': 'приветмир',
  ibm866: 'приветмир',
  'x-mac-cyrillic': 'приветмир',
  'windows-1253': 'καλημέρα',
  'iso-8859-7': 'καλημέρα',
  'windows-1255': 'שלום',
  'iso-8859-8': 'שלום',
  'windows-1256': 'مرحبا',
  'iso-8859-6': 'مرحبا',
  'windows-874': 'สวัสดี',
  'windows-1250': 'příšžľť',
  'iso-8859-2': 'příšžľť',
  'iso-8859-3': 'ĉĝĥĵŝŭ',
  'iso-8859-4': 'āčēģīķ',
  'iso-8859-10': 'āčēģīķ',
  'iso-8859-13': 'āčēģīķ',
  'windows-1257': 'āčēģīķ',
  'iso-8859-14': 'ŵŷẅẁ',
  'iso-8859-16': 'șțăâî',
  'windows-1254': 'ğışİ',
  'windows-1258': 'ăđơư',
}
const western = 'éüßñà'
const unicode = `${western}жあ世한😀é\u200b`

const named = legacyEncodings.filter((encoding) => encoding !== 'iso-2022-jp').map((encoding) => legacyCodec(encoding))

/** A file in an encoding, line by line; `has` marks the one line with the word that is looked for. */
const fileIn = (codec: TextCodec) => {
  const letters = codec.encoding.startsWith('utf-') ? unicode : (characters[codec.encoding] ?? western)
  const word = fc.string({
    unit: fc.constantFrom(
      ...[...letters].filter((each) => codec.encode(each) !== undefined),
      'a',
      '\\',
      '{',
      ' ',
      '\t',
    ),
    maxLength: 12,
  })
  const end = fc.constantFrom('\n', '\r\n')
  return fc.record({
    lines: fc.array(fc.tuple(word, end), { maxLength: 5 }),
    target: fc.constantFrom(...[...letters].filter((each) => codec.encode(each) !== undefined)),
    at: fc.nat(),
    hasEnd: fc.boolean(),
    hasMark: fc.boolean(),
  })
}

const all: readonly TextCodec[] = [utf8, utf16le, utf16be, ...named]

describe('reading, searching and editing agree about what is in a file', () => {
  test.each(all)(
    'in $encoding, and its bytes stay outside of the change',
    { timeout: propertyRuns(60_000) },
    async (codec) => {
      await fc.assert(
        fc.asyncProperty(fileIn(codec), async ({ lines, target, at, hasEnd, hasMark }) => {
          const isUnicode = codec.encoding.startsWith('utf-')
          const mark = isUnicode && (hasMark || codec.unitBytes === 2) ? '\ufeff' : ''
          const place = at % (lines.length + 1)
          const needle = `${target}{needle}${target}`
          const [, lineEnd] = lines[0] ?? ['', '\n']
          const body = [...lines.slice(0, place), [needle, lineEnd] as const, ...lines.slice(place)]
          const head = isUnicode ? '' : `# coding: ${codec.encoding}${lineEnd}`
          const text = (head + body.map((line) => line.join('')).join('')).replace(hasEnd ? /$^/ : /\r?\n$/, '')
          const bytes = codec.encode(mark + text)
          if (bytes === undefined) throw new Error('the generator made text that the encoding has not')
          // Bytes that are UTF-8 as well count as UTF-8, by whatever tool.
          fc.pre(isUnicode || isAscii(bytes) || !isUtf8(bytes))
          await using workspace = await openWorkspace({ 'a.py': bytes })

          const read = await workspace.call('fs.read_file', { path: 'a.py', max_lines: 1000 })
          const shown = read.result.content[0]?.type === 'text' ? read.result.content[0].text : ''
          expect(read.result.data).toMatchObject({ encoding: codec.encoding, bom: mark !== '' })
          expect(shown).toBe(text.replace(/\r?\n$/, '').replaceAll('\r\n', '\n'))

          const line = shown.split('\n').indexOf(needle) + 1
          const found = await workspace.call('fs.search', { query: needle, regex: false })
          expect(found.result.data).toMatchObject({ matches: [{ path: 'a.py', line, text: needle }] })

          const next = `${target}changed${target}`
          const edit = await workspace.call('fs.edit', { path: 'a.py', edits: [{ old: needle, new: next }] })
          expect([edit.status, 'code' in edit ? edit.message : '']).toEqual(['ok', ''])
          const after = await readFile(workspace.at('a.py'))
          expect(after).toEqual(Buffer.from(codec.encode(mark + text.replace(needle, () => next)) ?? []))
        }),
        { numRuns: propertyRuns(2) },
      )
    },
  )
})
