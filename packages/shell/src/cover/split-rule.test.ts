import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseScript } from '../parse/parse-script.ts'
import { splitRule } from './split-rule.ts'

/** The literal words of a text, as the full parser reads it. */
function parsedWords(text: string): readonly string[] | undefined {
  const { items, errors } = parseScript(text)
  const [node] = items
  if (errors.length > 0 || items.length !== 1 || node?.kind !== 'command') return undefined
  if (node.assignments.length > 0 || node.redirects.length > 0 || node.words.length === 0) return undefined
  const words = node.words.map((word) =>
    word.braces
      ? undefined
      : word.parts.map((part) => (part.kind === 'literal' ? part.value : part.kind === 'glob' ? part.text : undefined)),
  )
  return words.some((parts) => parts === undefined || parts.includes(undefined))
    ? undefined
    : words.map((parts) => parts?.join('') ?? '')
}

describe('splitRule', () => {
  it.each([
    ['git push', ['git', 'push']],
    ['  npm   run  build ', ['npm', 'run', 'build']],
    ["npm run 'build all'", ['npm', 'run', 'build all']],
    ['git commit -m "a \\"b\\""', ['git', 'commit', '-m', 'a "b"']],
    ['gi"t" pu\\sh', ['git', 'push']],
    ['find . -name *.ts', ['find', '.', '-name', '*.ts']],
    ['xargs -I{} cp', ['xargs', '-I{}', 'cp']],
    ['./scripts/a.sh ~/x', ['./scripts/a.sh', '~/x']],
    ['docker run A=1', ['docker', 'run', 'A=1']],
    ['größe -x', ['größe', '-x']],
  ])('reads %s', (text, words) => {
    expect(splitRule(text)).toEqual(words)
    expect(parsedWords(text)).toEqual(words)
  })

  it.each([
    '',
    '   ',
    'a; b',
    'a | b',
    'a & b',
    'a > b',
    'a $x',
    'a "$x"',
    'a `b`',
    'a $(b)',
    '(a)',
    '{ a; }',
    'A=1 b',
    'if a',
    'a {b,c}',
    'a {1..3}',
    "a 'b",
    'a "b',
    'a\\',
    'a # b',
    'a\nb',
  ])('finds in %s no plain command', (text) => {
    expect(splitRule(text)).toBeUndefined()
  })

  it('never reads other words than the parser does', () => {
    const piece = fc.constantFrom(
      ...`a b git -x = ' " \\ \\" $ \` ; & | < > ( ) { } , .. * ? [ ] # ! ~ + @ % é`.split(' '),
      ' ',
      '\n',
      '\t',
      'if',
      'A=',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const text = pieces.join('')
        const words = splitRule(text)
        if (words !== undefined) expect(parsedWords(text)).toEqual(words)
      }),
      { numRuns: 3_000 },
    )
  })
})
