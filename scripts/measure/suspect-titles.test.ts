import { expect, test } from 'vitest'
import { suspectTitles } from './suspect-titles.ts'

test('a title that only names a thing is suspect, one that says what happens is not', () => {
  const source = [
    "test('an edit on a narrow terminal', () => {})",
    "test('coding', () => {})",
    "test('a lost file is named', () => {})",
    "test.each([1])('%s is refused', () => {})",
  ].join('\n')
  expect(suspectTitles(source)).toEqual(['an edit on a narrow terminal', 'coding'])
})
