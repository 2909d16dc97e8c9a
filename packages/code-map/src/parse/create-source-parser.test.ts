import { expect, test } from 'vitest'
import { createSourceParser } from './create-source-parser.ts'

const parser = createSourceParser()

async function parse(text: string, language = 'typescript') {
  const facts = await parser.parse(text, language)
  if (facts === undefined) throw new Error('It was not parsed in time.')
  return { ...facts, names: facts.symbols.map(({ name }) => name), words: new Map(facts.words) }
}

test('broken source gives what can be parsed, and says so', async () => {
  const { names, hasErrors } = await parse(
    'export function good() {}\nfunction broken( {{{\nexport class AlsoGood { run() {} }\n',
  )
  expect(names).toContain('good')
  expect(hasErrors).toBe(true)
})

test.each(['', '\n\n', '}}}}', '\ud800', 'a'.repeat(5_000), '('.repeat(5_000)])(
  'odd text %# is survived',
  async (text) => {
    for (const language of ['typescript', 'python', 'bash']) expect((await parse(text, language)).names).toEqual([])
  },
)

test('words of comments and strings are not uses', async () => {
  const { words } = await parse('// commented\nconst a = `quoted ${used}` + "quoted" // used\nused(/pattern/)\n')
  expect([...words]).toEqual([
    ['const', 1],
    ['used', 2],
  ])
})

test('declarations inside of functions are not shown, values of constants neither', async () => {
  const { symbols, names } = await parse(
    'export const key = "some-value", other = 1\nfunction outer() { const inner = () => 1; class Local {} }\n',
  )
  expect(names).toEqual(['key', 'other', 'outer'])
  expect(JSON.stringify(symbols)).not.toContain('some-value')
})

test('a long declaration ends after its name, never in the midst of a value', async () => {
  const { symbols } = await parse(`export function long(value = '${'x'.repeat(200)}') {}\n`)
  expect(symbols[0]?.signature).toBe('export function long…')
})

test('one parser takes one language after the other', async () => {
  expect((await parse('def f(): pass\n', 'python')).names).toEqual(['f'])
  expect((await parse('func F() {}\n', 'go')).names).toEqual(['F'])
  expect((await parse('def g(): pass\n', 'python')).names).toEqual(['g'])
})
