import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { legacyCodec } from './legacy-codec.ts'
import { legacyEncodings, utf8, utf16be, utf16le } from './text-codec.ts'
import { detectFormat } from './text-format.ts'

const wellFormed = fc.string({ unit: 'binary' })

async function encodingOf(bytes: Uint8Array, total = bytes.length) {
  const format = await detectFormat(bytes, total)
  return format.kind === 'binary' ? 'binary' : `${format.codec.encoding} ${format.bomBytes}`
}

describe('the format of a file', () => {
  test.each([
    ['plain ASCII', Buffer.from('abc'), 'utf-8 0'],
    ['nothing', Buffer.alloc(0), 'utf-8 0'],
    ['UTF-8 with a mark', Buffer.from('\uFEFFabc'), 'utf-8 3'],
    ['UTF-16 little endian', Buffer.from('\uFEFFabc', 'utf16le'), 'utf-16le 2'],
    ['UTF-16 big endian', Buffer.from([0xfe, 0xff, 0, 0x61]), 'utf-16be 2'],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 'binary'],
    ['a NUL', Buffer.from('a\0b'), 'binary'],
  ])('%s is recognised', async (_name, head, expected) => {
    expect(await encodingOf(head)).toBe(expected)
  })

  test('a head cut inside a character is still UTF-8', async () => {
    await fc.assert(
      fc.asyncProperty(wellFormed, fc.nat(), async (text, cut) => {
        const bytes = Buffer.from(`é${text.replaceAll('\0', '0')}`)
        const head = bytes.subarray(0, 2 + (cut % (bytes.length - 1)))
        expect(await encodingOf(head, bytes.length)).toBe('utf-8 0')
      }),
    )
  })

  test('a NUL beyond the first 8 KiB does not make a file binary', async () => {
    expect(await encodingOf(Buffer.from(`${'a'.repeat(8192)}\0`))).toBe('utf-8 0')
  })
})

describe('an encoding that a file names', () => {
  const named: readonly (readonly [string, (name: string) => string])[] = [
    ['XML', (name) => `<?xml version="1.0" encoding="${name}"?>\n<a>`],
    ['HTML', (name) => `<html><meta charset=${name}>\n`],
    ['CSS', (name) => `@charset "${name}";\n`],
    ['Python', (name) => `#!/usr/bin/python\n# -*- coding: ${name} -*-\n`],
    ['Vim', (name) => `// vim: set fileencoding=${name} :\n`],
  ]

  test.each(named)('in %s counts, before what it reads like, and also while all is ASCII', async (_kind, head) => {
    for (const encoding of legacyEncodings) {
      const bytes = legacyCodec(encoding).encode(head(encoding)) ?? new Uint8Array()
      expect(await encodingOf(bytes)).toBe(`${encoding} 0`)
    }
    const bytes = Buffer.concat([Buffer.from(head('iso-8859-15')), Buffer.of(0x35, 0xa4)])
    expect(await encodingOf(bytes)).toBe('iso-8859-15 0')
  })

  test('does not count against UTF-8 that is plainly there, nor where the bytes are not text in it', async () => {
    expect(await encodingOf(Buffer.from('# coding: latin-1\n"Größe"\n'))).toBe('utf-8 0')
    const western = Buffer.from('# coding: euc-jp\nd\xe9j\xe0 vu\n', 'latin1')
    expect(await encodingOf(western)).toBe('windows-1252 0')
  })
})

describe('an encoding that a file does not name', () => {
  test.each([
    ['windows-1252', '“quoted” 5€\n'],
    ['windows-1252', 'int größe = 3; // Fläche in m²\n'],
    ['windows-1252', 'résumés naïfs et à la carte: déjà\n'],
    ['shift_jis', '// 設定ファイルを読み込む\n'],
    ['shift_jis', 'こんにちは世界\n'],
    ['euc-jp', 'こんにちは世界\n'],
    ['iso-2022-jp', 'こんにちは世界\n'],
    ['gb18030', '你好，世界\n'],
    ['gb18030', '// 读取配置文件\n'],
    ['big5', '// 讀取設定檔案\n'],
    ['euc-kr', '안녕하세요 세계\n'],
    ['koi8-r', 'Привет, мир\n'],
    ['koi8-u', 'Привіт, світе, це їжак\n'],
    ['windows-1251', '// Чтение файла настроек\n'],
    ['ibm866', 'Чтение файла настроек\n'],
    ['iso-8859-5', 'Чтение файла настроек из каталога пользователя\n'],
    ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy\n'],
    ['iso-8859-2', 'Zażółć gęślą jaźń, to jest tekst po polsku\n'],
    ['windows-1253', 'Καλημέρα κόσμε, αυτό είναι ένα κείμενο\n'],
    ['windows-1255', 'שלום עולם זה טקסט בעברית\n'],
    ['windows-1256', 'مرحبا بالعالم هذا نص باللغة العربية\n'],
    ['windows-874', 'สวัสดีชาวโลก นี่คือข้อความ\n'],
  ] as const)('%s is told by how the text reads: %j', async (encoding, text) => {
    expect(await encodingOf(legacyCodec(encoding).encode(text) ?? new Uint8Array())).toBe(`${encoding} 0`)
  })
})

describe('a codec', () => {
  const all = [utf8, utf16le, utf16be, ...legacyEncodings.map((encoding) => legacyCodec(encoding))]

  test.each(all)(
    'of $encoding gives back what it wrote, and converts a stream cut anywhere like the whole',
    (codec) => {
      const characters = fc.oneof(
        fc.string({ unit: 'binary-ascii' }),
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom('é', 'ß', 'ж', 'あ', '世', '한', '\\', 'ｱ', 'π', 'ש') }),
      )
      fc.assert(
        fc.property(characters, fc.array(fc.nat()), (wanted, cuts) => {
          const text = [...wanted]
            .filter((character) => codec.encode(character) !== undefined && !'\u000e\u000f\u001b'.includes(character))
            .join('')
          const bytes = codec.encode(text) ?? Buffer.alloc(0)
          expect(codec.decodeClean(bytes)).toBe(text)
          expect(codec.decode(bytes)).toBe(text)
          const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
          const convert = codec.stream()
          const pieces = edges.slice(1).map((edge, index) => convert(bytes.subarray(edges[index], edge)))
          expect(Buffer.concat(pieces).toString()).toBe(text)
        }),
        { numRuns: 60 },
      )
    },
  )

  test('refuses what its encoding cannot represent', () => {
    expect(legacyCodec('koi8-r').encode('100 €')).toBeUndefined()
    expect(utf8.encode('\ud800')).toBeUndefined()
  })
})
