import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../scripts/test-support/property-runs.ts'
import { formatPatch } from './format-patch.ts'
import { parsePatch } from './parse-patch.ts'
import type { PatchChange } from './patch-change.ts'

const envelope = (...lines: readonly string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
const read = (...lines: readonly string[]) => parsePatch(envelope(...lines))

describe('an envelope', () => {
  test('has a section for each file', () => {
    const reading = read(
      '*** Add File: hello.txt',
      '+Hello',
      '+',
      '+world',
      '*** Update File: src/app.py',
      '*** Move to: src/main.py',
      '@@ def greet():',
      '-print("Hi")',
      '+print("Hello")',
      '*** Delete File: obsolete.txt',
    )
    expect(reading).toEqual({
      status: 'read',
      changes: [
        { action: 'create', path: 'hello.txt', content: 'Hello\n\nworld\n' },
        {
          action: 'edit',
          path: 'src/app.py',
          to: 'src/main.py',
          hunks: [{ after: ['def greet():'], old: 'print("Hi")\n', new: 'print("Hello")\n', at_end: false }],
        },
        { action: 'delete', path: 'obsolete.txt' },
      ],
    })
  })

  test('has hunks with context, several lines before them, and ends of files', () => {
    const reading = read(
      '*** Update File: a',
      ' one',
      '-two',
      '+2',
      '',
      ' four',
      '@@ class B',
      '@@   def x',
      '-1',
      '@@',
      '+end',
      '*** End of File',
      '',
    )
    expect(reading).toMatchObject({
      changes: [
        {
          hunks: [
            { old: 'one\ntwo\n\nfour\n', new: 'one\n2\n\nfour\n', at_end: false },
            { after: ['class B', '  def x'], old: '1\n', new: '' },
            { old: '', new: 'end\n', at_end: true },
          ],
        },
      ],
    })
  })

  test.each([
    ['in a here-document', `<<'EOF'\n${envelope('*** Delete File: a')}\nEOF`],
    ['with blanks around its words', `  ${envelope(' *** Delete File: a ')}  \n`],
    ['with other line ends', `${envelope('*** Delete File: a').replaceAll('\n', '\r\n')}\r\n`],
    ['with empty lines between sections', envelope('', '*** Delete File: a', '')],
  ])('is read %s', (_what, text) => {
    expect(parsePatch(text)).toEqual({ status: 'read', changes: [{ action: 'delete', path: 'a' }] })
  })

  test.each([
    ['without its beginning', '*** Delete File: a\n*** End Patch', 1, 'must begin'],
    ['that was cut off', '*** Begin Patch\n*** Add File: a\n+x', 3, 'truncated'],
    ['with its beginning alone', '*** Begin Patch', 1, 'truncated'],
    ['without a section', envelope(), 1, 'no section'],
    ['with a section of another kind', envelope('*** Rename File: a'), 2, 'a section begins with'],
    ['with a section of no file', envelope('*** Add File:  '), 2, 'a section begins with'],
    ['with a move to nowhere', envelope('*** Update File: a', '*** Move to: '), 3, 'no new path'],
    ['with an edit of nothing', envelope('*** Update File: a', '@@', ' same'), 2, 'changes nothing'],
    ['with a line of no kind in a hunk', envelope('*** Update File: a', '@@', 'x'), 4, 'begins with " ", "-" or "+"'],
    ['with a header of another kind', envelope('*** Update File: a', '@@@ -1 +1 @@', '-x'), 3, 'a hunk begins with'],
  ])('%s is refused with the line', (_what, text, line, why) => {
    expect(parsePatch(text)).toMatchObject({ status: 'malformed', line, why: expect.stringContaining(why) })
  })
})

const line = fc.oneof(
  fc.constantFrom('', ' ', '*** End Patch', '*** End of File', '*** Add File: x', '@@', '@@ x', '+', '-', 'a', '\r'),
  fc.string({ maxLength: 8 }).filter((text) => !text.includes('\n')),
)
const lines = fc.array(line, { maxLength: 4 }).map((all) => all.map((each) => `${each}\n`).join(''))
const path = fc.constantFrom('a', 'b/c.txt', '*** End Patch', '@@ x', 'a b', '/x/y', '+')
const hunk = fc
  .record(
    {
      after: fc.array(
        line.filter((text) => text !== ''),
        { minLength: 1, maxLength: 2 },
      ),
      old: lines,
      new: lines,
      at_end: fc.boolean(),
    },
    { requiredKeys: ['old', 'new', 'at_end'] },
  )
  .filter((each) => each.old !== each.new)
const change: fc.Arbitrary<PatchChange> = fc.oneof(
  fc.record({ action: fc.constant('create' as const), path, content: lines }),
  fc.record({ action: fc.constant('delete' as const), path }),
  fc.record({ action: fc.constant('edit' as const), path, hunks: fc.array(hunk, { minLength: 1, maxLength: 3 }) }),
  fc.record({ action: fc.constant('edit' as const), path, to: path }),
)

test('whatever changes the envelope can say, it is read back as those', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
      const text = formatPatch(changes)
      expect(text).toBeDefined()
      expect(parsePatch(text ?? '')).toEqual({ status: 'read', changes })
    }),
    { numRuns: propertyRuns(300) },
  )
})

test('any text at all is read or refused', () => {
  fc.assert(
    fc.property(
      fc.array(line).map((all) => envelope(...all)),
      (text) => {
        const reading = parsePatch(text)
        if (reading.status === 'malformed') expect(reading.line).toBeGreaterThan(0)
      },
    ),
    { numRuns: propertyRuns(300) },
  )
})
