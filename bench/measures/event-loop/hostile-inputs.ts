import { Readable } from 'node:stream'
import { didYouMean } from '@drawbridge/core/base'
import { compileGlob, expandGlob } from '@drawbridge/core/glob'
import { openSchema } from '@drawbridge/core/schema'
import { createScrubber } from '@drawbridge/core/scrub'
import { analyseCommand } from '@drawbridge/shell'
import { callLines } from '../../../packages/cli/src/call/call-lines.ts'
import { parseJson } from '../../../packages/core/src/json/index.ts'
import { compileTextPattern } from '../../../packages/core/src/policy/text-pattern.ts'
import { readConfigDocument } from '../../../packages/sdk/src/config/config-document.ts'
import { readValue } from '../../../packages/sdk/src/config/read-value.ts'
import { editBeside } from '../../../packages/tools/src/fs/edit/edit-beside.ts'
import { createIgnoreRules } from '../../../packages/tools/src/fs/ignore-rules.ts'
import { readPage } from '../../../packages/tools/src/web/content/read-page.ts'

/** An input that was slow once, or is as bad as one can be for the code that reads it. */
export interface HostileInput {
  readonly name: string
  readonly text: string
  readonly work: () => Promise<unknown>
}

const scrubber = createScrubber()
const mebibyte = 1_048_576

export function hostileInputs(): readonly HostileInput[] {
  return [
    page('a feed of items in items', 'application/rss+xml', `<rss><channel>${'<item><title>a'.repeat(600_000)}`),
    page('block quotes in block quotes', 'text/html', `${'<blockquote>'.repeat(190)}${'<p>a\n'.repeat(200_000)}`),
    page('a listing of blanks', 'text/html', `<pre>x${' '.repeat(8 * mebibyte)}x</pre>`),
    page('tags that never end', 'text/html', '<a href="'.repeat(400_000)),
    page('JSON of 8 MiB', 'application/json', `[${'[],'.repeat(2_700_000)}0]`),
    edit('hundreds of blank lines', `${' '.repeat(40)}\n`.repeat(40_000), `${'\n'.repeat(300)}z\n`),
    edit('lines that are all alike', 'x\n'.repeat(1_000_000), `${'  x\n'.repeat(10_000)}y`),
    edit('letters that are all alike', 'a'.repeat(8 * mebibyte), `b${'a'.repeat(60_000)}`),
    edit('nothing like it in a large file', 'lorem ipsum dolor\n'.repeat(28_000), 'lorem ipsum sit\namet'),
    diff('a hunk of lines that are all alike', 'x\n'.repeat(400_000), 5_000),
    glob('wildcards in a name', '*[a]*[a]*[a]*[b]c', 'a'.repeat(4_000)),
    glob('folders in folders', `${'**/*a/'.repeat(80)}b`, 'a/'.repeat(2_000)),
    glob('names in braces', `${'{a,b}'.repeat(8)}*`, 'ab'.repeat(2_000)),
    scrub('keywords alone, 1 MiB', 'token=secret=key='.repeat(mebibyte / 17)),
    scrub('a text of 10 MiB', 'password: hunter22 \n'.repeat((10 * mebibyte) / 19)),
    scrub('one run of 10 MiB', 'aB3'.repeat((10 * mebibyte) / 3)),
    data('340,000 lists', `[${'[],'.repeat(340_000)}0]`),
    data('340,000 words', `[${'"a",'.repeat(340_000)}0]`),
    data('100,000 keys', `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join(',')}}`),
    ...schemas,
    json('cut off after 1 MiB of numbers', `[${'1,'.repeat(mebibyte / 2)}`),
    json('cut off after 1 MiB of escapes', `["${'\\n'.repeat(mebibyte / 2)}`),
    json('cut off after 1 MiB of brackets', '['.repeat(mebibyte)),
    command('words', 'a '.repeat(32_000)),
    command('commands', 'a;'.repeat(32_000)),
    command('substitutions in substitutions', '$('.repeat(30_000)),
    command('quotes', `'"`.repeat(32_000)),
    command('braces', '{a,b}'.repeat(13_000)),
    command('pipes of git', 'git log|'.repeat(8_000)),
    command('here-documents', '<<a '.repeat(16_000)),
    ignored('150,000 lines', 'name\n'.repeat(150_000)),
    ignored('20,000 different lines', Array.from({ length: 20_000 }, (_, index) => `name${index}`).join('\n')),
    ignored('wildcards', `${`${'*a'.repeat(20)}b\n`.repeat(500)}${'**/a/'.repeat(20)}b`),
    pattern('wildcards for 1 MiB', `${'*ab'.repeat(300)}*c*`, 'ab'.repeat(mebibyte / 2)),
    data('arguments of one text', JSON.stringify({ content: 'password: hunter22 \n'.repeat(mebibyte / 21) })),
    configuration(
      '60,000 rules',
      JSON.stringify({ permissions: { rules: Array.from({ length: 60_000 }, () => ({ tools: 1 })) } }),
    ),
    configuration(
      '60,000 servers',
      `{"mcp":{"servers":{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}}}`,
    ),
    calls('a line of 10 MiB', JSON.stringify({ tool: 'fs.read_file', path: 'a'.repeat(10 * mebibyte) })),
    calls('a line of 1 MiB of numbers', `{"tool":"fs.read_file","arguments":[${'1,'.repeat(mebibyte / 2 - 100)}1]}`),
    configuration('60,000 keys', `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}`),
    configuration('references that never close', JSON.stringify({ a: '${a'.repeat(mebibyte / 3) })),
    configuration('errors of syntax', '{'.repeat(60) + ':'.repeat(mebibyte - 100)),
    {
      name: 'names: one that is like none of 2,000',
      text: 'a'.repeat(256),
      work: async () => didYouMean('a'.repeat(256), names),
    },
  ]
}

const names = Array.from({ length: 2_000 }, (_, index) => `server.${'b'.repeat(50)}${index}`)

function choices(depth: number): object {
  return depth === 0 ? { type: 'string' } : { anyOf: [choices(depth - 1), choices(depth - 1)] }
}

const schemas = [
  await schema(
    'choices in choices',
    { items: choices(12) },
    Array.from({ length: 200 }, () => 1),
  ),
  await schema(
    '250,000 wrong items',
    { items: { type: 'string' } },
    Array.from({ length: 250_000 }, () => 1),
  ),
  await schema('1 MiB and a nested repetition', { pattern: '^(a+)+$' }, 'a'.repeat(mebibyte - 20)),
  await schema('400 patterns for 1 MiB', { allOf: patterns(400) }, 'a'.repeat(mebibyte - 20)),
  await schema('a pattern with look-around', { pattern: '(?=a)a*a*b' }, 'a'.repeat(20_000)),
  await schema(
    'texts for it',
    { items: { pattern: '(?=a)a*a*b' } },
    Array.from({ length: 3_000 }, () => 'a'.repeat(300)),
  ),
  await schema(
    '25,000 unique lists',
    { uniqueItems: true },
    Array.from({ length: 25_000 }, (_, index) => [index]),
  ),
]

function patterns(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({ pattern: `^(a+)+b{${index}}` }))
}

async function schema(name: string, part: object, value: unknown): Promise<HostileInput> {
  const judge = await openSchema({ type: 'object', properties: { a: part } })
  return {
    name: `schema: ${name}`,
    text: JSON.stringify(value),
    work: async () => judge['~standard'].validate({ a: value }),
  }
}

function data(name: string, text: string): HostileInput {
  const value: unknown = JSON.parse(text)
  return { name: `scrub data: ${name}`, text, work: () => scrubber.sliced.scrubValue(value) }
}

function json(name: string, text: string): HostileInput {
  return { name: `json: ${name}`, text, work: async () => parseJson(text) }
}

function command(name: string, text: string): HostileInput {
  return {
    name: `shell: ${name}`,
    text,
    work: async () => analyseCommand(text.slice(0, 65_536), { cwd: '/w', home: '/h', workspace: '/w' }),
  }
}

function configuration(name: string, text: string): HostileInput {
  return {
    name: `configuration: ${name}`,
    text,
    work: async () => readValue(readConfigDocument('drawbridge.jsonc', text), { environment: {}, secrets: undefined }),
  }
}

function ignored(name: string, text: string): HostileInput {
  const read = async (folder: string) => (folder === '/w' ? text : undefined)
  return {
    name: `ignore file: ${name}`,
    text,
    work: async () => {
      const rules = await createIgnoreRules({ folder: '/w', top: '/w', read })
      return rules.ignores(`${'a'.repeat(200)}/${'a/'.repeat(100)}c`, false)
    },
  }
}

function pattern(name: string, wanted: string, text: string): HostileInput {
  const matches = compileTextPattern(wanted)
  return { name: `policy pattern: ${name}`, text, work: async () => matches(text) }
}

function calls(name: string, text: string): HostileInput {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) =>
    bytes.subarray(index * 65_536, (index + 1) * 65_536),
  )
  const run = {
    signal: new AbortController().signal,
    call: async () => ({ status: 'denied', result: { meta: {} } }) as never,
  }
  const output = { write: async () => undefined, closed: false } as never
  return {
    name: `call --jsonl: ${name}`,
    text,
    work: () => callLines(run, { input: Readable.from(pieces), output } as never),
  }
}

function page(name: string, essence: string, text: string): HostileInput {
  const body = { bytes: new TextEncoder().encode(text), type: { essence, charset: 'utf-8' }, url: 'https://a.example/' }
  return { name: `page: ${name}`, text, work: () => readPage(body, 'markdown', AbortSignal.timeout(60_000)) }
}

function edit(name: string, text: string, old: string): HostileInput {
  const bytes = Buffer.from(text)
  const edits = [{ old, new: 'changed', replace_all: false }]
  const input = { path: 'a.txt', edits, create_if_missing: false }
  return {
    name: `edit: ${name}`,
    text,
    work: () => editBeside(input, bytes, { scrubber, signal: AbortSignal.timeout(60_000) }),
  }
}

function diff(name: string, text: string, lines: number): HostileInput {
  const hunk = `@@ -3,${lines + 1} +3,${lines} @@\n${' x\n'.repeat(lines)}-y\n`
  const input = { path: 'a.txt', unified_diff: `--- a/a.txt\n+++ b/a.txt\n${hunk}`, create_if_missing: false }
  const bytes = Buffer.from(text)
  return {
    name: `diff: ${name}`,
    text,
    work: () => editBeside(input, bytes, { scrubber, signal: AbortSignal.timeout(60_000) }),
  }
}

function glob(name: string, pattern: string, path: string): HostileInput {
  return { name: `glob: ${name}`, text: path, work: async () => compileGlob(expandGlob(pattern) ?? []).matches(path) }
}

function scrub(name: string, text: string): HostileInput {
  return { name: `scrub: ${name}`, text, work: () => scrubber.sliced.scrub(text) }
}
