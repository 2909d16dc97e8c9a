import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../..')
const { exports: entries, peerDependencies: peers } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The peers that the modules of an entry may load. Those that are not listed load none: they take types alone. */
const own: Readonly<Record<string, readonly string[]>> = {
  'ai-sdk': ['ai'],
  'openai-agents': ['@openai/agents'],
  langchain: ['@langchain/core', '@langchain/langgraph'],
}

/** Imports all entries, and prints which folder of this package asked for which peer. */
const program = `
  import { registerHooks } from 'node:module'
  const [entries, peers] = process.argv.slice(1).map((text) => JSON.parse(text))
  const asked = []
  registerHooks({
    resolve(specifier, context, next) {
      const peer = peers.find((name) => specifier === name || specifier.startsWith(name + '/'))
      const folder = /packages\\/adapters\\/src\\/([^/]+)\\//.exec(context.parentURL ?? '')?.[1]
      if (peer !== undefined && folder !== undefined) asked.push([folder, peer])
      return next(specifier, context)
    },
  })
  for (const entry of entries) await import(entry)
  console.log(JSON.stringify(asked))
`

test('an entry loads its own peer and no other, and what the entries share loads none', () => {
  const names = Object.keys(entries).map((entry) => `@drawbridge/adapters${entry.slice(1)}`)
  const lists = [names, Object.keys(peers)].map((list) => JSON.stringify(list))
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program, ...lists], {
    cwd: folder,
    encoding: 'utf8',
  })
  const asked: readonly (readonly [string, string])[] = JSON.parse(printed)
  expect(asked).toContainEqual(['ai-sdk', 'ai'])
  expect(asked.filter(([entry, peer]) => own[entry]?.includes(peer) !== true)).toEqual([])
})
