import { createTwoFilesPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sourceAtOnce } from '../../testing/source-at-once.ts'
import { applyUnifiedDiff } from './apply-unified-diff.ts'

function apply(content: string, diff: string, path = 'src/a.ts') {
  return applyUnifiedDiff(sourceAtOnce(Buffer.from(content)), diff, path)
}

function applied(content: string, diff: string): string {
  const result = apply(content, diff)
  if (result.status === 'failed') throw new Error(result.message)
  return Buffer.concat(result.pieces).toString()
}

const line = fc.constantFrom('a', 'b', '', '-- a', '++ b', '@@', '\\ no', 'ä 😀', '  c ')
const text = fc
  .tuple(fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 20 }), fc.constantFrom('', 'end'))
  .map(([lines, last]) => lines.map(([content, end]) => content + end).join('') + last)

describe('a unified diff', () => {
  test('made by a common diff program turns the old file into the new one, byte for byte', () => {
    fc.assert(
      fc.property(text, text, fc.nat({ max: 4 }), (before, after, context) => {
        fc.pre(before !== after)
        const diff = createTwoFilesPatch('a/src/a.ts', 'b/src/a.ts', before, after, '', '', { context })
        expect(applied(before, diff)).toBe(after)
      }),
      { numRuns: 3000 },
    )
  })

  test('applies with or without headers, at the stated lines', () => {
    const hunk = '@@ -1,2 +1,2 @@\n a\n-b\n+B\n'
    expect(applied('a\nb\n', hunk)).toBe('a\nB\n')
    expect(applied('a\nb\n', `--- a/src/a.ts\n+++ b/src/a.ts\n${hunk}`)).toBe('a\nB\n')
    expect(
      applied(
        'a\nb\n',
        `diff --git a/src/a.ts b/src/a.ts\nindex 123..456 100644\n--- a/src/a.ts\n+++ b/src/a.ts\n${hunk}`,
      ),
    ).toBe('a\nB\n')
  })

  test('whose line numbers are off applies where its lines stand, if that is one place', () => {
    expect(applied('x\ny\na\nb\n', '@@ -1,2 +1,2 @@\n a\n-b\n+B\n')).toBe('x\ny\na\nB\n')
    expect(apply('x\na\nx\na\n', '@@ -1,1 +1,1 @@\n-a\n+b\n')).toMatchObject({
      code: 'patch_apply_failed',
      message: expect.stringContaining('lines 2, 4'),
    })
  })

  test('with plain line feeds keeps the CRLF of the file, and context lines keep theirs', () => {
    expect(applied('a\r\nb\nc\r\n', '@@ -1,3 +1,4 @@\n a\n b\n-c\n+C\n+D\n')).toBe('a\r\nb\nC\r\nD\n')
  })

  test('that lost its own line ends on the way still applies', () => {
    expect(applied('a\nb\n', '@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+B\r\n')).toBe('a\nB\n')
  })

  test('keeps a missing final line end unless it says otherwise', () => {
    expect(applied('a\nb', '@@ -1,2 +1,2 @@\n a\n-b\n+B\n')).toBe('a\nB')
    expect(applied('a', '@@ -1,1 +1,2 @@\n a\n+b\n')).toBe('a\nb')
    expect(applied('a', '@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n')).toBe('b\n')
  })

  test('that does not apply names the hunk and the line, and changes nothing', () => {
    expect(apply('a\nb\nc\n', '@@ -1,1 +1,1 @@\n-a\n+A\n@@ -3,1 +3,1 @@\n-x\n+C\n')).toMatchObject({
      status: 'failed',
      code: 'patch_apply_failed',
      message: expect.stringMatching(/Hunk 2 .* expects "x" on line 3/),
      excerpt: 'Line 3 reads "c".',
      data: { hunk: 2 },
    })
  })

  test.each([
    ['another file', '--- a/src/b.ts\n+++ b/src/b.ts\n@@ -1,1 +1,1 @@\n-a\n+b\n', 'src/b.ts'],
    ['a path outside', '--- ../../etc/passwd\n+++ ../../etc/passwd\n@@ -1,1 +1,1 @@\n-a\n+b\n', 'etc/passwd'],
    ['two files', '@@ -1,1 +1,1 @@\n-a\n+b\n--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-a\n+b\n', 'more than one file'],
    ['a rename', 'rename from a\nrename to b\n', 'fs.move'],
    ['a deletion', '--- a/src/a.ts\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n', 'fs.delete'],
    ['a binary file', 'Binary files a/x and b/x differ\n', 'binary'],
    ['a mode', 'old mode 100644\nnew mode 100755\n', 'mode'],
    ['a file that exists as new', '--- /dev/null\n+++ b/src/a.ts\n@@ -0,0 +1,1 @@\n+b\n', 'already exists'],
    ['nothing', 'please change a to b', 'not part of a unified diff'],
    ['wrong counts', '@@ -1,1 +1,1 @@\n-a\n+b\n+c\n', 'more lines'],
    ['a hunk cut short', '@@ -1,5 +1,5 @@\n-a\n+b\n', 'ends after 2 lines'],
    ['no hunk', '--- a/src/a.ts\n+++ b/src/a.ts\n', 'no hunk'],
  ])('of %s is refused with the reason', (_what, diff, reason) => {
    expect(apply('a\n', diff)).toMatchObject({ code: 'patch_apply_failed', message: expect.stringContaining(reason) })
  })
})
