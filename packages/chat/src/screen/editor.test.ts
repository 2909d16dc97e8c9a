import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import type { ControlName } from '../keys/key.ts'
import { type Editor, editorOf, editWith, emptyEditor, insertText, textOf } from './editor.ts'

const press = (editor: Editor, ...keys: readonly ControlName[]): Editor => keys.reduce(editWith, editor)

describe('a character as a person sees it', () => {
  test.each([
    ['a family of emoji', '👨‍👩‍👧‍👦'],
    ['a letter with two marks', 'e\u0301\u0323'],
    ['a flag', '🇨🇭'],
    ['a wide letter', '日'],
  ])('%s is deleted and passed by one key', (_what, character) => {
    expect(textOf(press(editorOf(`a${character}`), 'backspace'))).toBe('a')
    expect(textOf(press(editorOf(`a${character}b`), 'left', 'left', 'delete'))).toBe('ab')
  })
})

test.each<[string, readonly ControlName[], string]>([
  ['the word before the cursor', ['delete-word'], 'first line\nsecond '],
  ['up to the beginning of the line', ['delete-to-start'], 'first line\n'],
  ['up to the end of the line', ['up', 'home', 'word-right', 'delete-to-end'], 'first\nsecond line'],
  ['the break between two lines', ['home', 'backspace'], 'first linesecond line'],
])('deletes %s', (_what, keys, expected) => {
  expect(textOf(press(editorOf('first line\nsecond line'), ...keys))).toBe(expected)
})

test('whatever is pressed, the cursor is at a character and only deleting keys lose text', () => {
  const keys = fc.constantFrom<ControlName>('left', 'right', 'up', 'down', 'home', 'end', 'word-left', 'word-right')
  const deleting = fc.constantFrom<ControlName>('backspace', 'delete', 'delete-word', 'delete-to-end')
  const typed = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '日', 'e\u0301', '👨‍👩‍👧', '.') })
  fc.assert(
    fc.property(fc.array(fc.oneof(keys, deleting, typed)), (steps) => {
      let editor = emptyEditor
      for (const step of steps) {
        const before = textOf(editor)
        const isKey = /^[a-z]{2,}(-[a-z]+)*$/.test(step)
        editor = isKey ? editWith(editor, step as ControlName) : insertText(editor, step)
        const line = editor.lines[editor.row]
        expect(line).toBeDefined()
        expect(editor.column).toBeLessThanOrEqual(line?.length ?? -1)
        if (!isKey) expect(textOf(editor)).toHaveLength(before.length + step.length)
        else if (!/^(backspace|delete)/.test(step)) expect(textOf(editor)).toBe(before)
      }
    }),
    { numRuns: propertyRuns(200) },
  )
})

test('a paste of 100,000 lines takes no longer for each further line', () => {
  const editor = insertText(editorOf('ab'), Array.from({ length: 100_000 }, (_, line) => `line ${line}`).join('\n'))
  expect(editor).toMatchObject({ row: 99_999, column: 10 })
})
