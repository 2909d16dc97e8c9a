import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeWithPrograms } from '../../../../scripts/test-support/describe-with.ts'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { renderCall } from '../command/render-call.ts'
import { needDefinition } from '../definition/read-definition.ts'

const parameters = {
  type: 'object',
  properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
}
const tool = { name: 'printer', description: 'Prints.', parameters }
const printer = '/usr/bin/printf'

/** Values that were meant to get out: of quotes, of templates, of words, of the line. */
const hostile = fc
  .oneof(
    fc.constantFrom(
      '{{.b}}',
      '{{args.a}}',
      "'",
      '"',
      "'; echo broken; '",
      '$(echo broken)',
      '`echo broken`',
      '\n',
      'a\nb',
      '\r\n',
      '\\',
      "\\'",
      "'\\''",
      '\u00a0',
      '\u2028',
      '\u3000x',
      '*',
      '~',
      '$HOME',
      '{a,b}',
      '#',
      '!!',
      '&&',
      ' ; ',
      '',
      ' ',
      "$'\\x27'",
      '\t',
      '\u202e',
      '\u200b',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.toWellFormed().replaceAll('\0', '')),
  )
  .filter((value) => !value.startsWith('-'))

/** Runs it in a sandbox without a network, and returns the words that it was started with. */
function wordsOf(argv: readonly string[]): readonly string[] {
  const output = execFileSync('bwrap', [
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    '--unshare-all',
    '--die-with-parent',
    '--',
    ...argv,
  ])
  return output.toString('utf8').split('\0').slice(0, -1)
}

describeWithPrograms('bubblewrap', ['bwrap', 'bash'], 'values are judged by a program that prints its words', () => {
  test('no value changes the words of an exec tool', async () => {
    const args = ['%s\\0', 'first', '{{.a}}', 'x={{args.b}},{{.c}}', '--', '{{.c}}']
    const { description } = await needDefinition({ ...tool, command: printer, args })
    fc.assert(
      fc.property(hostile, hostile, hostile, (a, b, c) => {
        const rendered = renderCall(description, { a, b, c })
        const words = rendered.ok && 'argv' in rendered.command ? wordsOf(rendered.command.argv) : undefined
        expect(words).toEqual(['first', a, `x=${b},${c}`, '--', c])
      }),
      { numRuns: propertyRuns(25) },
    )
  })

  test('no value changes the words of a shell tool, in sh and in bash', async () => {
    const inner = '$(printf %s {{.b}} >/dev/null)'
    const line = `true && ${printer} '%s\\0' first {{.a}} x={{args.b}},{{.c}} "lit" ${inner} -- {{.c}} end; true`
    const { description } = await needDefinition({ ...tool, command: line })
    const calls = fc.array(fc.tuple(hostile, hostile, hostile), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(calls, fc.constantFrom('sh', 'bash'), (given, shell) => {
        const lines = given.map(([a, b, c]) => {
          const rendered = renderCall(description, { a, b, c })
          return rendered.ok && 'line' in rendered.command ? rendered.command.line : ''
        })
        const expected = given.flatMap(([a, b, c]) => ['first', a, `x=${b},${c}`, 'lit', '--', c, 'end'])
        // One sandbox for all of them: a value that got out of its line would change what follows.
        expect(wordsOf([shell, '-c', lines.join('\n')])).toEqual(expected)
      }),
      { numRuns: propertyRuns(12) },
    )
  })
})

test('NUL, and a leading dash where it would be an option, are refused with the name of the argument', async () => {
  const exec = (await needDefinition({ name: 'p', description: 'd', parameters, command: 'cat', args: ['{{.a}}'] }))
    .description
  const shell = (await needDefinition({ name: 'p', description: 'd', parameters, command: 'cat {{.a}}' })).description
  const past = (
    await needDefinition({ name: 'p', description: 'd', parameters, command: 'cat -- {{.a}} > out-{{.b}}' })
  ).description
  for (const tool of [exec, shell]) {
    expect(renderCall(tool, { a: 'x\0y' })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('"a" contains a NUL'),
    })
    expect(renderCall(tool, { a: '--output=/etc/x' })).toMatchObject({
      ok: false,
      problem: expect.stringContaining('"a" begins with "-"'),
    })
  }
  expect(renderCall(past, { a: '-n', b: '-x' })).toEqual({ ok: true, command: { line: "cat -- '-n' > out-'-x'" } })
})

test('an argument that was not given leaves its word out, and an array is several words', async () => {
  const list = {
    type: 'object',
    properties: { a: { type: 'string' }, n: { type: 'integer' }, all: { type: 'array', items: { type: 'string' } } },
  }
  const args = ['{{.all}}', '--n={{.n}}', '{{.a}}']
  const exec = (await needDefinition({ name: 'p', description: 'd', parameters: list, command: 'ls', args }))
    .description
  expect(renderCall(exec, {})).toEqual({ ok: true, command: { argv: ['ls'] } })
  expect(renderCall(exec, { all: ['x', 'y z'], n: -5 })).toEqual({
    ok: true,
    command: { argv: ['ls', 'x', 'y z', '--n=-5'] },
  })
  expect(renderCall(exec, { __proto__: { a: 'inherited' } })).toEqual({ ok: true, command: { argv: ['ls'] } })
})
