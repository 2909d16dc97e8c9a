import { createScrubber } from '@drawbridge/core'
import { compileGlob, expandGlob } from '@drawbridge/core/glob'
import { planEdit } from '../../../packages/tools/src/fs/plan/index.ts'
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
  ]
}

function page(name: string, essence: string, text: string): HostileInput {
  const body = { bytes: new TextEncoder().encode(text), type: { essence, charset: 'utf-8' }, url: 'https://a.example/' }
  return { name: `page: ${name}`, text, work: () => readPage(body, 'markdown', AbortSignal.timeout(60_000)) }
}

function edit(name: string, text: string, old: string): HostileInput {
  const bytes = Buffer.from(text)
  const edits = [{ old, new: 'changed', replace_all: false }]
  const input = { path: 'a.txt', edits, create_if_missing: false }
  return { name: `edit: ${name}`, text, work: async () => planEdit(input, bytes, scrubber) }
}

function diff(name: string, text: string, lines: number): HostileInput {
  const hunk = `@@ -3,${lines + 1} +3,${lines} @@\n${' x\n'.repeat(lines)}-y\n`
  const input = { path: 'a.txt', unified_diff: `--- a/a.txt\n+++ b/a.txt\n${hunk}`, create_if_missing: false }
  const bytes = Buffer.from(text)
  return { name: `diff: ${name}`, text, work: async () => planEdit(input, bytes, scrubber) }
}

function glob(name: string, pattern: string, path: string): HostileInput {
  return { name: `glob: ${name}`, text: path, work: async () => compileGlob(expandGlob(pattern) ?? []).matches(path) }
}

function scrub(name: string, text: string): HostileInput {
  return { name: `scrub: ${name}`, text, work: async () => scrubber.scrub(text) }
}
