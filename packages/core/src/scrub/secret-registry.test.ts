import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createScrubber } from './create-scrubber.ts'
import { redactionMarker } from './redaction.ts'
import { createSecretRegistry, secretObjection } from './secret-registry.ts'

function withValue(value: string): (text: string) => string {
  const dynamic = createSecretRegistry()
  dynamic.register(value, { scope: 'process' })
  const scrubber = createScrubber({ rules: [], dynamic })
  return (text) => scrubber.scrub(text).text
}

const printable = fc.string({ minLength: 6, maxLength: 40, unit: 'grapheme-ascii' })

describe('a registered value does not come out', () => {
  test('as it is, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6, maxLength: 30, unit: 'binary' }), fc.string(), (value, around) => {
        expect(withValue(value)(`${around}${value}${around}`)).not.toContain(value)
      }),
    )
  })

  test('in base64 at any alignment, in either alphabet', () => {
    fc.assert(
      fc.property(
        printable,
        fc.integer({ min: 0, max: 5 }),
        fc.constantFrom('base64', 'base64url'),
        (value, before, alphabet) => {
          const encoded = Buffer.from(`${'u'.repeat(before)}${value}::rest`).toString(alphabet)
          expect(withValue(value)(encoded)).toContain(redactionMarker)
        },
      ),
    )
  })

  test('in a URL, percent-encoded in either case, or as form data', () => {
    fc.assert(
      fc.property(printable, (value) => {
        const clean = withValue(value)
        expect(clean(`/?q=${encodeURIComponent(value)}&r`)).toBe(`/?q=${redactionMarker}&r`)
        expect(clean(`q=${new URLSearchParams({ q: value }).toString().slice(2)}`)).toBe(`q=${redactionMarker}`)
      }),
    )
  })

  test('escaped for JSON once, twice, and with units above ASCII as escapes', () => {
    const value = 'päss"wörd\n\\x'
    const clean = withValue(value)
    const once = JSON.stringify({ a: value })
    expect(clean(once)).toBe(`{"a":"${redactionMarker}"}`)
    expect(clean(JSON.stringify(once))).toContain(redactionMarker)
    expect(clean('{"a":"p\\u00e4ss\\"w\\u00f6rd\\n\\\\x"}')).toBe(`{"a":"${redactionMarker}"}`)
  })

  const value = 'Velvet:Anchor&20<marble>'
  const bytes = (encoding: BufferEncoding = 'utf8') => Array.from(Buffer.from(value, encoding))
  const numbers = (base: number, width: number, list = bytes()) =>
    list.map((byte) => byte.toString(base).padStart(width, '0'))
  const wrap = (text: string, width: number) => text.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\n') ?? ''

  test.each([
    ['hexadecimal', numbers(16, 2).join('')],
    ['hexadecimal in capitals', numbers(16, 2).join('').toUpperCase()],
    ['hexadecimal with colons', numbers(16, 2).join(':')],
    ['hexadecimal with hyphens', numbers(16, 2).join('-')],
    ['hexadecimal with blanks', numbers(16, 2).join(' ')],
    [
      'hexadecimal in an array of C',
      `{ ${numbers(16, 2)
        .map((byte) => `0x${byte}`)
        .join(', ')} }`,
    ],
    ['xxd -p, wrapped', wrap(numbers(16, 2, [...Buffer.from('x'.repeat(20)), ...bytes()]).join(''), 60)],
    ['octal', numbers(8, 3).join(' ')],
    [
      'octal escapes',
      numbers(8, 3)
        .map((byte) => `\\${byte}`)
        .join(''),
    ],
    ['decimal', JSON.stringify(bytes())],
    ['decimal in lines', numbers(10, 1).join('\n')],
    [
      'percent signs for every byte',
      numbers(16, 2)
        .map((byte) => `%${byte}`)
        .join(''),
    ],
    [
      'escapes of four digits',
      numbers(16, 4)
        .map((byte) => `\\u${byte}`)
        .join(''),
    ],
    [
      'escapes of two digits',
      numbers(16, 2)
        .map((byte) => `\\x${byte.toUpperCase()}`)
        .join(''),
    ],
    [
      'decimal entities',
      numbers(10, 1)
        .map((byte) => `&#${byte};`)
        .join(''),
    ],
    [
      'hexadecimal entities',
      numbers(16, 1)
        .map((byte) => `&#x${byte};`)
        .join(''),
    ],
    ['named entities', value.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')],
    ['wrapped base64', wrap(Buffer.from(`user:${value}::and more behind it`).toString('base64'), 16)],
    ['base64 of two bytes a character', Buffer.from(value, 'utf16le').toString('base64')],
    ['text of two bytes a character', Array.from(value).join('\0')],
    ['reverse', Array.from(value).toReversed().join('')],
  ])('in %s', (_name, text) => {
    expect(withValue(value)(`a ${text} b`)).toContain(redactionMarker)
    expect(withValue(value)(`a ${text} b`)).not.toContain(text)
  })

  test('in base64 up to the letters that it shares with its neighbours', () => {
    for (let before = 0; before < 6; before++) {
      for (const behind of ['', ':', '::', ':::']) {
        const encoded = Buffer.from(`${'u'.repeat(before)}${value}${behind}`)
          .toString('base64')
          .replace(/=+$/, '')
        const first = Math.ceil((8 * before) / 6)
        const bits = 8 * (before + value.length)
        const last = Math.floor(bits / 6)
        expect(withValue(value)(encoded)).toBe(`${encoded.slice(0, first)}${redactionMarker}${encoded.slice(last)}`)
      }
    }
  })

  test('in base32 at any alignment', () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
    for (const before of ['', 'u', 'uu', 'uuu', 'uuuu']) {
      const bits = Array.from(Buffer.from(`${before}${value}..`), (byte) => byte.toString(2).padStart(8, '0')).join('')
      const encoded =
        bits
          .match(/.{5}/g)
          ?.map((five) => letters[Number.parseInt(five, 2)])
          .join('') ?? ''
      expect(withValue(value)(encoded)).toContain(redactionMarker)
    }
  })

  describe('in a dump', () => {
    const file = Buffer.from(`PASSWORD=${value}\nand so on\n`)
    const lines = (render: (row: Buffer, at: number) => string) =>
      Array.from({ length: Math.ceil(file.length / 16) }, (_, row) =>
        render(file.subarray(16 * row, 16 * row + 16), 16 * row),
      ).join('\n')
    const hex = (list: Iterable<number>) => Array.from(list, (byte) => byte.toString(16).padStart(2, '0'))
    const seen = (row: Buffer) => row.toString('latin1').replaceAll('\n', '.')
    const pairs = (row: Buffer) =>
      Array.from({ length: Math.ceil(row.length / 2) }, (_, pair) => row.subarray(2 * pair, 2 * pair + 2))
    const at7 = (at: number) => at.toString(8).padStart(7, '0')

    test.each([
      [
        'of xxd',
        lines(
          (row, at) =>
            `${at.toString(16).padStart(8, '0')}: ${pairs(row)
              .map((pair) => hex(pair).join(''))
              .join(' ')}  ${seen(row)}`,
        ),
      ],
      [
        'of hexdump -C',
        lines(
          (row, at) =>
            `${at.toString(16).padStart(8, '0')}  ${hex(row.subarray(0, 8)).join(' ')}  ${hex(row.subarray(8)).join(' ')}  |${seen(row)}|`,
        ),
      ],
      [
        'of hexdump',
        lines(
          (row, at) =>
            `${at.toString(16).padStart(7, '0')} ${pairs(row)
              .map((pair) => hex(pair.toReversed()).join(''))
              .join(' ')}`,
        ),
      ],
      [
        'of od',
        lines(
          (row, at) =>
            `${at7(at)} ${pairs(row)
              .map(([low = 0, high = 0]) => (low + 256 * high).toString(8).padStart(6, '0'))
              .join(' ')}`,
        ),
      ],
      [
        'of od -b',
        lines((row, at) => `${at7(at)} ${Array.from(row, (byte) => byte.toString(8).padStart(3, '0')).join(' ')}`),
      ],
      [
        'of od -t u1',
        lines((row, at) => `${at7(at)} ${Array.from(row, (byte) => String(byte).padStart(3)).join(' ')}`),
      ],
      [
        'of od -c',
        lines(
          (row, at) =>
            `${at7(at)} ${Array.from(row, (byte) => (byte === 10 ? '\\n' : String.fromCharCode(byte)).padStart(3)).join(' ')}`,
        ),
      ],
      ['of od -An -tx1', lines((row) => ` ${hex(row).join(' ')}`)],
    ])('%s, whole or in parts', (_name, dump) => {
      const clean = withValue(value)(`before\n${dump}\nbehind`)
      expect(clean).toMatch(/^before\n[\s\S]*behind$/)
      expect(clean).toContain(redactionMarker)
      expect(clean).not.toMatch(/Anchor|marble/)
      const dynamic = createSecretRegistry()
      dynamic.register(value, { scope: 'process' })
      const stream = createScrubber({ rules: [], dynamic }).stream()
      const parts = `before\n${dump}\nbehind`.match(/[\s\S]{1,7}/g) ?? []
      expect(parts.map((part) => stream.push(part)).join('') + stream.flush()).toBe(clean)
    })
  })

  test('and what is like it but not it stays', () => {
    const clean = withValue('foobar')
    for (const text of ['foo bar', '1234 foobaz', 'f o o b a z', '102 111 111 98 97 115', '1 2 3 4 5 6'])
      expect(clean(text)).toBe(text)
  })

  test('line by line, where it has several that are long enough to be told', () => {
    const lines = ['velvet anchor 20', '  "quartz": "marble 7"', 'end']
    const clean = withValue(lines.join('\r\n'))
    expect(clean('b: velvet anchor 20 | "quartz": "marble 7" | end')).toBe(
      `b: ${redactionMarker} | ${redactionMarker} | end`,
    )
    expect(clean(JSON.stringify({ line: lines[1] }))).not.toContain('marble')
  })
})

describe('life of a registration', () => {
  test('a value of fewer than six units is not accepted', () => {
    const dynamic = createSecretRegistry()
    expect(dynamic.register('12345', { scope: 'process' }).accepted).toBe(false)
    expect(dynamic.matcher()).toBeUndefined()
  })

  test('disposing of one registration leaves another of the same value', () => {
    const dynamic = createSecretRegistry()
    const first = dynamic.register('value-1', { scope: 'process' })
    dynamic.register('value-1', { scope: 'call', call: 'c1' })
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    expect(dynamic.matcher()?.find('value-1')).toHaveLength(1)
  })

  test('the end of a session or call ends its values only', () => {
    const dynamic = createSecretRegistry()
    dynamic.register('session-1', { scope: 'session', session: 's' })
    dynamic.register('call-one-1', { scope: 'call', call: 's' })
    dynamic.register('process-1', { scope: 'process' })
    dynamic.release({ scope: 'session', session: 's' })
    const scrubber = createScrubber({ rules: [], dynamic })
    expect(scrubber.scrub('session-1 call-one-1 process-1').text).toBe(
      `session-1 ${redactionMarker} ${redactionMarker}`,
    )
    dynamic.release({ scope: 'call', call: 's' })
    expect(scrubber.scrub('call-one-1').text).toBe('call-one-1')
  })

  test('redactions carry the name that the value was registered under', () => {
    const dynamic = createSecretRegistry()
    dynamic.register('10.0.0.17', { scope: 'process', rule: 'server-address' })
    expect(createScrubber({ dynamic }).scrub('at 10.0.0.17').counts['server-address']).toBe(1)
  })
})

describe('a value', () => {
  test.each(['', '12345', ' '.repeat(12), ' 1234\t\n '])(
    'too short to be told from ordinary text is not a secret: %j',
    (value) => {
      expect(secretObjection(value)).toContain('fewer than 6 characters')
    },
  )

  test('with a NUL character is refused, and is not repeated', () => {
    const objection = secretObjection(`velvet${'\0'}anchor`)
    expect(objection).toContain('NUL')
    expect(objection).not.toContain('velvet')
  })

  test.each(['123456', 'a b c d', 'first line\nsecond line'])('that can be found again is one: %j', (value) => {
    expect(secretObjection(value)).toBeUndefined()
  })
})
