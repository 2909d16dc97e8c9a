import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { parseScript } from './parse-script.ts'
import { textHazard } from './text-hazard.ts'

const bash = spawnSync('bash', ['--version']).status === 0

const word = fc.constantFrom(
  'a',
  'b1',
  '"c d"',
  "'e f'",
  '$x',
  '"${y:-z}"',
  '$(a)',
  '`b`',
  '$((1 + 2))',
  '{a,b}',
  '*.c',
  "$'\\n'",
  '~/d',
  '<(a)',
  '\\e',
)
const simple = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const redirect = fc.constantFrom('', ' > f', ' 2>&1', ' < f', ' >> f', ' <<< w', ' &> f')
const { script } = fc.letrec<{ script: string }>((tie) => ({
  script: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(simple, redirect).map(([command, target]) => command + target),
    fc
      .tuple(tie('script'), fc.constantFrom(' | ', ' && ', ' || ', '; ', '\n', ' & '), tie('script'))
      .map(([left, separator, right]) => left + separator + right),
    tie('script').map((body) => `( ${body}\n)`),
    tie('script').map((body) => `{ ${body}\n}`),
    fc.tuple(tie('script'), tie('script')).map(([test, body]) => `if ${test}\nthen ${body}\nelse ${body}\nfi`),
    fc.tuple(word, tie('script')).map(([item, body]) => `for v in ${item}; do ${body}\ndone`),
    tie('script').map((body) => `while ${body}\ndo ${body}\ndone`),
    fc.tuple(word, tie('script')).map(([subject, body]) => `case ${subject} in a|b) ${body}\n;; *) ;; esac`),
    tie('script').map((body) => `f() { ${body}\n}`),
  ),
}))
const document = fc.tuple(simple, script).map(([command, rest]) => `cat <<E\n${command}\nE\n${rest}`)
const whole = fc.oneof(script, document)
/** One stray piece somewhere makes most scripts invalid. */
const damaged = fc
  .tuple(script, fc.nat(), fc.constantFrom(' ) ', ' done ', ' | ', '"', ' fi ', ' ;; '))
  .map(([text, at, piece]) => {
    const position = at % (text.length + 1)
    return text.slice(0, position) + piece + text.slice(position)
  })

/** The errors of a tree and of every substitution in it. */
function allErrors(part: unknown): readonly string[] {
  if (typeof part === 'function') return allErrors((part as () => unknown)())
  if (typeof part !== 'object' || part === null) return []
  if ('closed' in part && part.closed === false) return ['a here-document is not closed']
  const own = 'errors' in part && Array.isArray(part.errors) ? (part.errors as string[]) : []
  return [...own, ...Object.values(part).flatMap(allErrors)]
}

describe('parseScript', () => {
  const accepts = (text: string) => spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' }).status === 0

  it.runIf(bash)('finds valid what bash finds valid', () => {
    fc.assert(
      fc.property(whole, (text) => {
        expect(accepts(text), text).toBe(true)
        expect(allErrors(parseScript(text)), text).toEqual([])
      }),
      { numRuns: propertyRuns(40) },
    )
  })

  it.runIf(bash)('finds invalid what bash finds invalid', () => {
    fc.assert(
      fc.property(damaged, (text) => {
        if (!accepts(text) && textHazard(text) === undefined) expect(allErrors(parseScript(text)), text).not.toEqual([])
      }),
      { numRuns: propertyRuns(40) },
    )
  })

  it('reports what it cannot read and keeps the rest of the tree', () => {
    const { items, errors } = parseScript("rm -rf x; echo 'a")
    expect(errors).not.toEqual([])
    expect(items[0]).toMatchObject({ kind: 'command', words: [{ text: 'rm' }, { text: '-rf' }, { text: 'x' }] })
  })

  it('gives offsets in the text', () => {
    const text = 'ls && cat "a b"'
    const [list] = parseScript(text).items
    const spans =
      list?.kind === 'list'
        ? list.items.map((item) => (item.kind === 'command' ? text.slice(item.span.start, item.span.end) : ''))
        : []
    expect(spans).toEqual(['ls', 'cat "a b"'])
  })
})
