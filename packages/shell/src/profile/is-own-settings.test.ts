import { expect, it } from 'vitest'
import { unknownWord } from '../word/word.ts'
import { isOwnSettings } from './is-own-settings.ts'

const word = (text: string) => ({ ...unknownWord(text), static: true })

it.each([
  ['eslint', 'eslint.config.mjs'],
  ['eslint', './.eslintrc.json'],
  ['golangci-lint', '.golangci.yml'],
  ['rubocop', '.rubocop.yml'],
  ['phpunit', 'phpunit.xml.dist'],
  ['nox', 'noxfile.py'],
  ['black', 'pyproject.toml'],
])('%s finds %s without being told', (program, file) => {
  expect(isOwnSettings(word(program), word(file))).toBe(true)
})

it.each([
  ['eslint', 'evil.js'],
  ['eslint', 'sub/eslint.config.js'],
  ['eslint', '../eslint.config.js'],
  ['eslint', '/tmp/eslint.config.js'],
  ['eslint', 'eslint.evil.js'],
  ['eslint', 'jest.config.js'],
  ['jest', '{"transform":{}}'],
  ['', '.'],
])('%s does not find %s', (program, file) => {
  expect(isOwnSettings(word(program), word(file))).toBe(false)
})

it('a file whose name is not known is none of them', () => {
  expect(isOwnSettings(word('eslint'), unknownWord('eslint.config.js'))).toBe(false)
  expect(isOwnSettings(undefined, word('package.json'))).toBe(false)
})
