import { describe, expect, test } from 'vitest'
import { sourceAtOnce } from '../../testing/source-at-once.ts'
import { explainMiss } from './explain-miss.ts'
import { applyEdits } from './match-edit.ts'
import type { SourceText } from './source-text.ts'

function source(content: string | Uint8Array): SourceText {
  return sourceAtOnce(typeof content === 'string' ? Buffer.from(content) : content)
}

function edit(content: string | Uint8Array, ...edits: (readonly [old: string, next: string, replaceAll?: true])[]) {
  const file = source(content)
  const result = applyEdits(
    file,
    edits.map(([old, next, replaceAll]) => ({ old, new: next, replaceAll: replaceAll ?? false })),
  )
  return result.status === 'missed' ? explainMiss(file, result) : result
}

function edited(content: string, ...edits: Parameters<typeof edit> extends [unknown, ...infer Rest] ? Rest : never) {
  const result = edit(content, ...edits)
  if (result.status === 'failed') throw new Error(result.message)
  return Buffer.concat(result.pieces).toString()
}

describe('an edit whose old text is there exactly once', () => {
  test('replaces just that, and says how and where', () => {
    expect(edit('one\ntwo\nthree\n', ['two', 'zwei\ndrei'])).toMatchObject({
      status: 'applied',
      strategies: ['exact'],
      ranges: [{ oldStartLine: 2, oldEndLine: 2, newStartLine: 2, newEndLine: 3 }],
    })
    expect(edited('one\ntwo\nthree\n', ['two', 'zwei\ndrei'])).toBe('one\nzwei\ndrei\nthree\n')
  })

  test.each(['$&', '$1', '$$', "$'", '$`', '\\1'])('a new text of %s is inert', (next) => {
    expect(edited('a b c', ['b', next])).toBe(`a ${next} c`)
  })

  test.each(['.*', '(', '[a-z]+', '\\d', '^a$', 'a|b', '{2}'])('an old text of %s is not a pattern', (old) => {
    expect(edited(`x${old}y`, [old, 'z'])).toBe('xzy')
    expect(edit('abc 123 a', [old, 'z'])).toMatchObject({ status: 'failed', code: 'text_not_found' })
  })

  test('line ranges of later edits count the lines that earlier ones added', () => {
    const result = edit('a\nb\nc\nd\n', ['d', 'D'], ['a', 'A\nA\nA'], ['b\n', ''])
    expect(result).toMatchObject({
      ranges: [
        { oldStartLine: 1, newStartLine: 1, newEndLine: 3 },
        { oldStartLine: 2, oldEndLine: 2, newStartLine: 4 },
        { oldStartLine: 4, newStartLine: 5, newEndLine: 5 },
      ],
    })
  })
})

describe('an edit whose old text is there more than once', () => {
  test('is refused with the line numbers', () => {
    expect(edit('x\ny\nx\nx\n', ['x', 'z'])).toMatchObject({
      status: 'failed',
      code: 'ambiguous_edit',
      data: { lines: [1, 3, 4], count: 3 },
    })
  })

  test('counts overlapping places', () => {
    expect(edit('aaa', ['aa', 'b'])).toMatchObject({ code: 'ambiguous_edit' })
  })

  test('replaces all of them when asked to', () => {
    expect(edited('x\ny\nx\n', ['x', 'z', true])).toBe('z\ny\nz\n')
    expect(edited('aaaa', ['aa', 'b', true])).toBe('bb')
  })

  test('is refused too where only a tolerant strategy finds several', () => {
    expect(edit('  if (a) {\n\n    if (a) {\n', ['if (a) {  ', 'b'])).toMatchObject({
      code: 'ambiguous_edit',
      data: { strategy: 'blanks_and_typography', lines: [1, 3] },
    })
  })
})

describe('several edits', () => {
  test('are all matched against the file as it is', () => {
    expect(edited('a b', ['a', 'b'], ['b', 'a'])).toBe('b a')
  })

  test('that cancel each other out change nothing, which is refused', () => {
    expect(edit('abc', ['ab', 'a'], ['c', 'bc'])).toMatchObject({ status: 'failed', code: 'validation_error' })
  })

  test('that overlap are refused', () => {
    expect(edit('abc', ['ab', 'x'], ['bc', 'y'])).toMatchObject({ status: 'failed', code: 'ambiguous_edit' })
  })

  test('are all refused when one fails, which is named', () => {
    const result = edit('abc', ['a', 'x'], ['q', 'y'])
    expect(result).toMatchObject({ status: 'failed', code: 'text_not_found' })
    expect(result).toHaveProperty('message', expect.stringContaining('edits[1]'))
  })
})

describe('public reports', () => {
  test('an exact match that fails on CRLF is found, and the line ends of the file are kept', () => {
    expect(edited('a\r\nb\r\nc\r\n', ['a\nb', 'a\nX\nb'])).toBe('a\r\nX\r\nb\r\nc\r\n')
    expect(edited('a\r\nb\r\n', ['a', 'a\nX'])).toBe('a\r\nX\r\nb\r\n')
    expect(edited('a\nb\n', ['a\r\nb', 'a\r\nX\r\nb'])).toBe('a\nX\nb\n')
  })

  test('an old text that begins at a line feed does not tear a CRLF apart', () => {
    expect(edited('a\r\nb\r\n', ['\nb', ' b'])).toBe('a b\r\n')
    expect(edit('a\r\nb\r\n', ['a\r', 'a'])).toMatchObject({ status: 'failed', code: 'text_not_found' })
    expect(edited('a  \nb\n', ['\nb', '\nc'])).toBe('a  \nc\n')
    expect(edited('a  \n“b”\n', ['\n"b"', '\nc'])).toBe('a  \nc\n')
  })

  test('mixed line ends are not flattened', () => {
    expect(edited('a\r\nb\nc\r\nd\n', ['b\nc', 'B\nC'])).toBe('a\r\nB\nC\r\nd\n')
  })

  test('a byte order mark is kept, and one in the old text does no harm', () => {
    expect(edited('\uFEFFa\nb\n', ['a', 'x'])).toBe('\uFEFFx\nb\n')
    expect(edited('\uFEFFa\nb\n', ['\uFEFFa\nb', 'x\nb'])).toBe('\uFEFFx\nb\n')
  })

  test('a change of line ends alone is a change, and one that changes no byte is refused', () => {
    expect(edited('a\r\nb\r\n', ['a\r\nb', 'a\nb'])).toBe('a\nb\r\n')
    expect(edit('a\r\nb\r\n', ['a\nb', 'a\r\nb'])).toMatchObject({ status: 'failed', code: 'validation_error' })
  })

  test('the model loops on "not found": the message shows the nearest lines and why they differ', () => {
    const file = 'function add(a, b) {\n  return a + b\n}\n'
    expect(edit(file, ['function add(a, b) {\n  return a - b\n}', ''])).toMatchObject({
      code: 'text_not_found',
      data: { nearest: { start_line: 1, end_line: 3, differing_line: 2 } },
      excerpt: expect.stringMatching(/Line 2 reads\nreturn a \+ b\nwhere the old text has\nreturn a - b$/),
    })
  })

  test('a message echoes a huge old text in a bounded excerpt', () => {
    const result = edit('short', ['x'.repeat(1_000_000), 'y'])
    expect(result.status === 'failed' && result.message.length).toBeLessThan(1000)
  })

  test('the longest old text that is matched with tolerance still makes a pattern', () => {
    const lines = `"${' -'.repeat(30)}"\n`.repeat(1024)
    expect(edit(lines.replaceAll('"', '“'), [lines, 'gone'])).toMatchObject({ strategies: ['blanks_and_typography'] })
  })

  test('a fuzzy match replaces the wrong block: interior lines are never taken on trust', () => {
    const file = 'start\n  keep me\nend\n'
    expect(edit(file, ['start\n  something else\nend', 'gone'])).toMatchObject({ code: 'text_not_found' })
  })

  test('a silent misaligned edit: the strategy is told', () => {
    expect(edit('    if (x) {\n      y()\n    }\n', ['if (x) {\n  y()\n}', 'if (z) {\n  y()\n}'])).toMatchObject({
      strategies: ['indentation'],
    })
  })

  test('blank lines are not inflated after an edit', () => {
    expect(edited('a\n\n\nb\n\n\nc\n', ['a\n\n\nb', 'A\n\n\nB'])).toBe('A\n\n\nB\n\n\nc\n')
  })
})

describe('blanks and typography', () => {
  test('trailing blanks in the file or in the old text do not matter', () => {
    expect(edited('a  \nb\t\nc\n', ['a\nb\nc', 'a\nB\nc'])).toBe('a  \nB\t\nc\n')
    expect(edited('a\nb\n', ['a  \nb  ', 'x'])).toBe('x\n')
  })

  test('a quote or dash that the model did not mean to change stays as it is', () => {
    expect(edited('say(“hello”, 1) – now', ['say("hello", 1) - now', 'say("hello", 2) - now'])).toBe(
      'say(“hello”, 2) – now',
    )
  })

  test('a character outside the first plane is never cut in half', () => {
    expect(edited('“x” 😀', ['"x" 😀', '"x" 😁'])).toBe('“x” 😁')
  })

  test('an old text of blanks alone is only ever taken literally', () => {
    expect(edit('a\n\t\nb', ['  \n', 'x'])).toMatchObject({ code: 'text_not_found' })
  })
})

describe('what is found or refused without trying each place again', () => {
  const blankLines = `${' '.repeat(40)}\n`.repeat(20_000)

  test('an old text of hundreds of blank lines', () => {
    expect(edited(`${blankLines}x\n`, [`${'\n'.repeat(300)}x\n`, 'y\n'])).toMatch(/^[ \n]+y\n$/)
    expect(edit(`${blankLines}x\n`, [`${'\n'.repeat(300)}z\n`, 'y\n'])).toMatchObject({ code: 'text_not_found' })
  })

  test('lines that are all alike', () => {
    const old = `${'  x\n'.repeat(1_000)}y`
    expect(edit('x\n'.repeat(100_000), [old, 'z'])).toMatchObject({ code: 'text_not_found' })
    expect(edit('a'.repeat(1_000_000), [`${'a'.repeat(10_000)}b`, 'z'])).toMatchObject({ code: 'text_not_found' })
  })

  test('more places, new text or edits than one call has to do with', () => {
    expect(edit('a'.repeat(30_000), ['a', 'b', true])).toMatchObject({ code: 'ambiguous_edit' })
    expect(edit('a'.repeat(10_000), ['a', 'b'.repeat(10_000), true])).toMatchObject({ code: 'file_too_large' })
    const edits = Array.from({ length: 200 }, (_, index) => [`x${index}`, 'y'] as const)
    expect(edit('a'.repeat(2_000_000), ...edits)).toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('at most 134 edits'),
    })
  })
})

describe('indentation', () => {
  test('new lines follow the file, whichever side is deeper', () => {
    const deeper = '\tif (a) {\n\t\tb()\n\t}\n'
    expect(edited(deeper, ['if (a) {\n\tb()\n}', 'if (a) {\n\tb()\n\tc()\n}'])).toBe(
      '\tif (a) {\n\t\tb()\n\t\tc()\n\t}\n',
    )
    const shallower = 'if (a) {\n  b()\n}\n'
    expect(edited(shallower, ['    if (a) {\n      b()\n    }', '    if (a) {\n      c()\n    }'])).toBe(
      'if (a) {\n  c()\n}\n',
    )
  })

  test('lines that are shifted differently are refused', () => {
    expect(edit('  if (a) {\n      b()\n  }\n', ['if (a) {\n  b()\n}', 'x'])).toMatchObject({ code: 'text_not_found' })
  })

  test('tabs are never taken for spaces', () => {
    expect(edit('\tif (a) {\n\t\tb()\n\t}\n', ['  if (a) {\n    b()\n  }', 'x'])).toMatchObject({
      code: 'text_not_found',
    })
  })
})

describe('other encodings', () => {
  test('UTF-16 is edited in UTF-16', () => {
    const bytes = Buffer.from('\uFEFFgrüße\r\nwelt\r\n', 'utf16le')
    const result = edit(bytes, ['grüße\nwelt', 'grüße\nWELT 😀'])
    expect(result.status === 'applied' && Buffer.concat(result.pieces).toString('utf16le')).toBe(
      '\uFEFFgrüße\r\nWELT 😀\r\n',
    )
  })

  test('Latin-1 is edited in its encoding, and what that cannot represent is refused', () => {
    const bytes = Buffer.from('caf\xe9 noir', 'latin1')
    const result = edit(bytes, ['café', 'thé'])
    expect(result.status === 'applied' && Buffer.concat(result.pieces).toString('latin1')).toBe('th\xe9 noir')
    expect(edit(bytes, ['noir', '3 →'])).toMatchObject({ status: 'failed', code: 'validation_error' })
  })

  test('a file with a stray byte far down can still be edited exactly, and keeps the byte', () => {
    const bytes = Buffer.concat([Buffer.from(`ä${'a'.repeat(70_000)}mark`), Buffer.from([0xff, 0x0a])])
    const result = edit(bytes, ['mark', 'MARK'])
    expect(result.status === 'applied' && Buffer.concat(result.pieces).subarray(-6)).toEqual(
      Buffer.concat([Buffer.from('MARK'), Buffer.from([0xff, 0x0a])]),
    )
  })
})
