import { describe, expect, test } from 'vitest'
import { readDefinition } from './read-definition.ts'

const parameters = { type: 'object', properties: { a: { type: 'string' } } }
const tool = { name: 'tool', description: 'A tool.', parameters }
const problemsOf = async (given: unknown) => {
  const read = await readDefinition(given)
  return read.ok ? '' : read.problems.join(' ')
}

test('the example of the custom tools loads unchanged, as a dangerous shell tool', async () => {
  const example = {
    name: 'dns_lookup',
    description: 'Look up DNS records for a domain',
    parameters: {
      type: 'object',
      properties: {
        domain: { type: 'string', description: 'Domain name' },
        record_type: { type: 'string', enum: ['A', 'AAAA', 'MX', 'CNAME', 'TXT'] },
      },
      required: ['domain'],
    },
    command: 'dig +short {{.record_type}} {{.domain}}',
    timeout_seconds: 10,
    enabled: true,
  }
  expect(await readDefinition(example)).toMatchObject({
    ok: true,
    description: { ...example, command_type: 'shell', permission: 'write', tags: ['dangerous'] },
  })
})

test('the fields of the declarative tools are read, and written in one spelling', async () => {
  const read = await readDefinition({
    name: 'count',
    description: 'Counts.',
    input_schema: parameters,
    permission: 'readonly',
    tags: ['text'],
    command_type: 'exec',
    command: 'wc',
    args: ['-l', '{{args.a}}'],
    working_dir: 'src',
    env_allowlist: ['LANG'],
    timeout_ms: 1_500,
    stdout_limit_bytes: 10,
    stderr_limit_bytes: 20,
  })
  expect(read).toMatchObject({
    ok: true,
    description: { parameters, timeout_seconds: 1.5, command_type: 'exec', tags: ['text'] },
  })
  expect(read.ok && Object.keys(read.description)).not.toContain('timeout_ms')
})

describe('what is refused names its field', () => {
  test.each<[string, object, string]>([
    [
      'both spellings of the schema',
      { command: 'ls', input_schema: parameters },
      '"input_schema" and "parameters" are one field',
    ],
    [
      'both spellings of the time limit',
      { command: 'ls', timeout_ms: 1, timeout_seconds: 1 },
      '"timeout_ms" and "timeout_seconds"',
    ],
    ['an unknown field', { command: 'ls', comand: 'x' }, '"comand" is not a field of a tool. Did you mean "command"?'],
    ['an unknown parameter', { command: 'ls {{.b}}' }, '{{.b}} names no parameter'],
    ['an open placeholder', { command: 'ls {{.a' }, 'never closed'],
    ['another template language', { command: 'ls {{if .a}}' }, 'is not a placeholder'],
    ['a placeholder in single quotes', { command: "ls '{{.a}}'" }, "inside ' quotes"],
    ['a placeholder in double quotes', { command: 'ls "x {{.a}}"' }, 'inside " quotes'],
    ['a placeholder between backticks', { command: 'ls `cat {{.a}}`' }, 'backticks'],
    ['a placeholder after a dollar', { command: 'ls ${{.a}}' }, 'follows "$"'],
    ['a placeholder after a backslash', { command: 'ls \\{{.a}}' }, 'backslash'],
    ['a placeholder in a comment', { command: 'ls # {{.a}}\nls' }, 'comment'],
    ['a placeholder in a here-document', { command: 'cat <<E\n{{.a}}\nE' }, 'here-document'],
    ['a placeholder in arithmetic', { command: 'echo $(( {{.a}} ))' }, 'arithmetic'],
    ['a placeholder in a test of bash', { command: '[[ {{.a}} -eq 1 ]]' }, '[[ … ]]'],
    ['a placeholder as the program', { command: 'ls && {{.a}}' }, 'choose the program'],
    ['a placeholder that is evaluated', { command: 'eval {{.a}}' }, 'evaluate its value again'],
    ['a placeholder in quotes inside of quotes', { command: 'echo "$(cat "{{.a}}")"' }, 'inside " quotes'],
    ['a placeholder after quotes that shells read differently', { command: "echo $'\\'{{.a}}'" }, 'not every shell'],
    [
      'a placeholder in quotes after what only looks like a comment',
      { command: "ls \\ #'\n{{.a}} '" },
      "inside ' quotes",
    ],
    ['a placeholder after a case whose end is not certain', { command: '(case x in x) ls {{.a}};; esac)' }, '"case"'],
    ['a placeholder as the program after an assignment', { command: 'A="b c" {{.a}}' }, 'choose the program'],
    ['a placeholder as the program of another', { command: 'ls | xargs -n 1 {{.a}}' }, 'choose the program'],
    ['a placeholder in the subscript of an array', { command: 'x[{{.a}}]=1' }, 'subscript'],
    ['a placeholder that is code of a shell', { command: 'sh -c {{.a}}' }, 'code of an interpreter'],
    [
      'a placeholder in code of a shell without a shell',
      { command: '/bin/sh', args: ['-c', 'echo {{.a}}'] },
      'code of an',
    ],
    [
      'a placeholder in code of an interpreter',
      { command: 'node', args: ['-e', 'f("{{.a}}")'] },
      'code of an interpreter',
    ],
    ['a program of the model', { command: '{{.a}}', args: [] }, 'never chooses the program'],
    ['a folder of the model', { command: 'ls', working_dir: '{{.a}}' }, 'never chooses it'],
    ['a shell tool that only reads', { command: 'ls', permission: 'readonly' }, 'must have "permission": "write"'],
    ['args of a shell tool', { command: 'ls', command_type: 'shell', args: [] }, '"args" goes with'],
    [
      'a host of the model',
      { request: { method: 'GET', url: 'https://{{.a}}/x' } },
      'without user, password and placeholders',
    ],
    [
      'a host that a placeholder goes on',
      { request: { method: 'GET', url: 'https://example.org{{.a}}' } },
      'a host without',
    ],
    ['a user in a URL', { request: { method: 'GET', url: 'https://u:p@example.org/' } }, 'without user'],
    [
      'a header of the client',
      { request: { method: 'GET', url: 'https://example.org/', headers: { Host: 'x' } } },
      'set by the client',
    ],
    [
      'a credential as a value',
      {
        request: {
          method: 'GET',
          url: 'https://example.org/',
          credentials: [{ in: 'header', name: 'x', value: 'plain' }],
        },
      },
      'never to the value',
    ],
    ['a name with a dot', { name: 'a.b', command: 'ls' }, '"name"'],
    ['nothing to run', {}, 'needs "command"'],
  ])('%s', async (_what, fields, expected) => {
    expect(await problemsOf({ ...tool, ...fields })).toContain(expected)
  })

  test.each([
    'find . -name {{.a}}',
    'systemctl enable {{.a}}',
    'x="$(date)"; echo "$x" {{.a}} # it is',
    `sh -c 'echo "$1"' _ {{.a}}`,
    'case x in x) ls {{.a}};; esac',
  ])('and what is safe is not: %s', async (command) => {
    expect(await problemsOf({ ...tool, command })).toBe('')
  })

  test('and the values of an environment are in no problem', async () => {
    const value = ['hidden', 'value'].join('-')
    expect(
      await problemsOf({ ...tool, command: 'ls', env: { 'not a name': value, ok: value }, unknown: 1 }),
    ).not.toContain(value)
  })
})
