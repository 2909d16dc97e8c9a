import { expect, test } from 'vitest'
import { madeUp } from './__fixtures__/texts.ts'
import { assignsLittle } from './assigns-little.ts'

const keyword = 'token'

test.each(['=abc;', '= next,', ': value}', '="abc"', '="a-b=c"', '=key=key', ': word: other', '=none\n'])(
  'a word or less is not a secret: %j',
  (rest) => {
    expect(assignsLittle(`${keyword}${rest}`, keyword.length, 8)).toBe(true)
  },
)

test.each([
  `=${madeUp('', 20)}`,
  '="correct horse"',
  ': string = "x"',
  ':string="x"',
  '= bearer x',
  '=b"x"',
  '="""x"""',
  '="12345678"',
  '=abc',
  ' = abc;',
  '(abc)',
  '',
])('what may go on to be one is read in full: %j', (rest) => {
  expect(assignsLittle(`${keyword}${rest}`, keyword.length, 8)).toBe(false)
})

test('a word behind a name in capitals may be the value of a variable of the environment', () => {
  expect(assignsLittle('TOKEN=correcthorse\n', 5, 8)).toBe(false)
  expect(assignsLittle('TOKEN=abc\n', 5, 8)).toBe(true)
})
