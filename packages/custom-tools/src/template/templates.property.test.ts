import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeWithPrograms } from '../../../../scripts/test-support/describe-with.ts'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { renderCall } from '../command/render-call.ts'
import { readDefinition } from '../definition/read-definition.ts'

const tool = {
  name: 'printer',
  description: 'Prints.',
  parameters: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
}
/** Leaves a mark in the sandbox if a shell ever runs it. */
const mark = ': >/tmp/broken'
const value = fc.oneof(
  fc.constantFrom(
    `$(${mark})`,
    `\`${mark}\``,
    `'; ${mark}; '`,
    `"; ${mark}; "`,
    `'$(${mark})'`,
    `"$(${mark})"`,
    `\n${mark}\n`,
    `; ${mark}; #`,
    `); ${mark}; (`,
    `}; ${mark}; {`,
    `| ${mark}`,
    `&& ${mark}`,
    `x[$(${mark})]`,
    `'\n${mark}\n'`,
    `\\'; ${mark}; \\'`,
    `\\"$(${mark})`,
    `{{.b}}`,
    '',
    '-n',
    '--',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.toWellFormed().replaceAll('\0', '')),
)

/** Parts of shell lines in any order: quotes that open and never end, expansions, comments, words that read others. */
const soup = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(' {{.a}} ', '{{.a}}', ' {{.b}}', 'x={{.a}} ') },
      {
        weight: 5,
        arbitrary: fc.constantFrom(
          ...['"', "'", '\\', '`', '$', '$(', ')', '(', '${x:-', '${x#', '}', '{ ', '#', ' #', ' ', '\n', ';', '; '],
          ...[
            "$'",
            '$"',
            '$$',
            '\\\n',
            "\\'",
            '\\"',
            '""',
            "''",
            ' case x in x) ',
            ' ;; esac',
            '<<E\n',
            '\nE\n',
            '<<< ',
          ],
          ...['[', ']', ' [[ ', ' ]]', '((', '))', '$((', 'a[', '=', ' | ', ' && ', '|| ', ' & ', '!', ' ! ', '~', '*'],
          ...['printf %s ', ' : ', ' eval ', ' test ', ' export ', 'if ', ' then ', ' fi', ' true ', ' sh -c ', ' -- '],
          ...["it's", '"$(', '"${', ')"', '}"', '>', '2>&1 ', '=(', ' declare ', ' env ', '"$x"', 'x', 'é'],
        ),
      },
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map((parts) => `: ${parts.join('')}`)

/** Words that a shell reads as one each, with the places of values in them. */
const word = fc.constantFrom(
  ...['{{.a}}', '{{args.b}}', 'x={{.a}}', '{{.a}},{{.b}}', '"lit"{{.b}}', "'it'{{.a}}'x'", "''{{.b}}", 'a\\ b{{.a}}'],
  ...[
    '"$(printf %s "in")"{{.a}}',
    '"${HOME:+h}"',
    "'{'{{.b}}'}'",
    '\\"{{.a}}\\"',
    '--',
    'plain',
    '$$#{{.a}}',
    '"# no"',
  ],
)
const command = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => `printf '%s\\0' . ${words.join(' ')}`)
const line = fc
  .array(
    fc.tuple(
      command,
      fc.constantFrom<(text: string) => string>(
        (text) => text,
        (text) => `(${text})`,
        (text) => `{ ${text}; }`,
        (text) => `if true; then ${text}; fi`,
        (text) => `for i in 1 2; do ${text}; done`,
        (text) => `f() { ${text}; }; f`,
        (text) => `x="$(true)"; ${text} # it's so`,
        (text) => `true && ${text} | cat`,
        (text) => `y=$(${text} >/dev/null); ${text}`,
      ),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((commands) =>
    commands
      .map(([text, wrap]) => wrap(text))
      .join('\n')
      .replaceAll('$$#', 'n'),
  )

/** Runs lines one by one in a sandbox without a network; returns what each printed, and "BROKEN" for one that left the mark. */
function outputsOf(shell: string, lines: readonly string[]): readonly string[] {
  const each = `for line do ${shell} -c "$line" </dev/null 2>/dev/null; if [ -e /tmp/broken ]; then printf BROKEN; rm /tmp/broken; fi; printf '\\0END OF LINE\\0'; done`
  const sandbox = ['--ro-bind', '/', '/', '--dev', '/dev', '--tmpfs', '/tmp', '--unshare-all', '--die-with-parent']
  const args = [...sandbox, '--', 'bash', '-c', each, 'judge', ...lines]
  return execFileSync('bwrap', args, { timeout: 60_000, maxBuffer: 64 * 1024 * 1024 })
    .toString('utf8')
    .split('\0END OF LINE\0')
    .slice(0, -1)
}

async function rendererOf(definition: object) {
  const read = await readDefinition({ ...tool, ...definition })
  return (values: Readonly<Record<string, string>>) => {
    const rendered = read.ok ? renderCall(read.description, values) : undefined
    return rendered?.ok === true ? rendered.command : undefined
  }
}

describeWithPrograms('bubblewrap', ['bwrap', 'bash'], 'templates are judged by really running what they become', () => {
  test('no shell runs a part of a value, whatever line was accepted', { timeout: 600_000 }, async () => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(soup, value, value), { minLength: 100, maxLength: 100 }),
        fc.constantFrom('sh', 'bash'),
        async (cases, shell) => {
          const lines: string[] = []
          for (const [template, a, b] of cases) {
            const made = (await rendererOf({ command: template }))({ a, b })
            if (made !== undefined && 'line' in made && template.includes('{{')) lines.push(made.line)
          }
          accepted += lines.length
          const broken = outputsOf(shell, lines).flatMap((text, index) =>
            text.includes('BROKEN') ? [lines[index]] : [],
          )
          expect(broken).toEqual([])
        },
      ),
      { numRuns: propertyRuns(4) },
    )
    expect(accepted).toBeGreaterThan(10)
  })

  test('the words of a shell line are those of its template with the values in their places', {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(line, value, value), { minLength: 12, maxLength: 12 }),
        fc.constantFrom('sh', 'bash'),
        async (cases, shell) => {
          const lines: string[] = []
          const expected: (readonly [string, string])[] = []
          for (const [template, a, b] of cases) {
            const render = await rendererOf({ command: template })
            const plain = render({ a: 'PLAINA', b: 'PLAINB' })
            const made = render({ a, b })
            expect(plain).toBeDefined()
            if (plain === undefined || made === undefined || !('line' in plain) || !('line' in made)) continue
            lines.push(plain.line, made.line)
            expected.push([a, b])
          }
          const outputs = outputsOf(shell, lines)
          for (const [index, [a, b]] of expected.entries()) {
            const words = (outputs[2 * index] ?? '').replaceAll('PLAINA', () => a).replaceAll('PLAINB', () => b)
            expect(outputs[2 * index]).toContain('\0')
            expect(outputs[2 * index + 1]).toBe(words)
          }
        },
      ),
      { numRuns: propertyRuns(4) },
    )
  })

  test('the words of a program are those of its template with the values in their places', {
    timeout: 600_000,
  }, async () => {
    const piece = fc.constantFrom(
      '{{.a}}',
      '{{args.b}}',
      ' {{ .a }}',
      'x',
      '=',
      '$(',
      "'",
      '"',
      '{',
      '}',
      '{ {',
      '\n',
      '\\',
    )
    const words = fc.array(
      fc.array(piece, { maxLength: 4 }).map((parts) => parts.join('')),
      { maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(words, value, value, async (args, a, b) => {
        const made = (await rendererOf({ command: '/usr/bin/printf', args: ['%s\\0', '.', ...args] }))({ a, b })
        if (made === undefined || !('argv' in made)) return
        const sandbox = ['--ro-bind', '/', '/', '--dev', '/dev', '--unshare-all', '--die-with-parent', '--']
        const printed = execFileSync('bwrap', [...sandbox, ...made.argv]).toString('utf8')
        const filled = args.map((text) =>
          text.replaceAll(/\{\{(?: \.a |\.a|args\.b)\}\}/g, (name) =>
            name.includes('a }') || name === '{{.a}}' ? a : b,
          ),
        )
        expect(printed.split('\0').slice(0, -1)).toEqual(['.', ...filled])
      }),
      { numRuns: propertyRuns(25) },
    )
  })
})
