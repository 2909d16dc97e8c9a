import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldTerminal } from './fold-terminal.ts'
import { renderOutput } from './render-output.ts'

test.each<[string, string, string, boolean]>([
  ['colours', '\u001b[1m\u001b[32mok\u001b[0m done\n', 'ok done\n', false],
  ['a link and a title', '\u001b]0;title\u0007\u001b]8;;https://x\u0007text\u001b]8;;\u0007\n', 'text\n', false],
  ['a progress bar', ' 10%\r 50%\r100%\ndone\n', '100%\ndone\n', true],
  ['a progress bar that clears its line', '10%\r\u001b[K20%\r\u001b[K', '20%', true],
  ['line ends of Windows', 'a\r\nb\r\n', 'a\r\nb\r\n', false],
  ['a spinner', '|\b/\b-\bdone\n', 'done\n', false],
  ['one NUL', 'a\0b\n', 'a\\0b\n', false],
])('%s: what a terminal would leave is shown', (_, text, expected, isFolded) => {
  expect(foldTerminal(text)).toEqual({ text: expected, isFolded })
})

const controls = ['\u001b', '\u009b', '\r', '\b', '\0']

test('text without control characters stays as it is, and no escape is left of any other', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { text: folded } = foldTerminal(text)
      if (!controls.some((control) => text.includes(control))) expect(folded).toBe(text)
      expect(folded).not.toContain('\0')
      expect(folded.split('\n')).toHaveLength(text.split('\n').length)
    }),
  )
})

const whole = (bytes: Uint8Array) =>
  renderOutput({ head: bytes, tail: new Uint8Array(0), totalBytes: bytes.length }).text

test('one NUL hides nothing, and binary data is named', () => {
  expect(whole(Buffer.from('first\0second\n'))).toBe('first\\0second\n')
  const noise = Uint8Array.from({ length: 4_000 }, (_, index) => (index * 7919) % 256)
  expect(whole(noise)).toBe('[binary output, 4000 bytes, not shown]')
  expect(whole(Buffer.from('plain text', 'utf16le'))).toBe('[binary output, 20 bytes, not shown]')
})
