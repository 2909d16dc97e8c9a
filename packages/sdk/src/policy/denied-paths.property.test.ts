import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { approveEverything, type Mode } from '@drawbridge/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'
import { deniedBy, folder, meanings, place } from './__fixtures__/denied-trees.ts'

const some = fc.oneof(
  place,
  folder.map((path) => (path === '' ? '.' : path)),
  place.map((path) => `a/../${path}`),
  fc.constantFrom('l', 'l/f.t', 'm', 'm/f.t'),
)

const call = fc.oneof(
  fc.record({ name: fc.constant('fs.list_files'), arguments: fc.record({ path: some, recursive: fc.boolean() }) }),
  fc.record({
    name: fc.constant('fs.glob'),
    arguments: fc.record({ pattern: fc.constantFrom('**/*', '*/f.t', 'p/**', '**/*.k'), path: some }),
  }),
  fc.record({
    name: fc.constant('fs.search'),
    arguments: fc.record({
      query: fc.constant('token'),
      path: some,
      mode: fc.constantFrom('content', 'files', 'count'),
    }),
  }),
  fc.record({ name: fc.constant('fs.read_file'), arguments: fc.record({ path: some }) }),
  fc.record({
    name: fc.constant('fs.write_file'),
    arguments: fc.record({
      path: some,
      content: fc.constant('new'),
      overwrite: fc.boolean(),
      append: fc.constant(false),
    }),
  }),
  fc.record({
    name: fc.constant('fs.edit'),
    arguments: fc.record({ path: some, edits: fc.constant([{ old: 'token', new: 'edited' }]) }),
  }),
  fc.record({
    name: fc.constant('fs.edit'),
    arguments: fc.record({
      path: some,
      unified_diff: fc.constant('@@ -1 +1 @@\n-token\n+edited\n'),
      create_if_missing: fc.boolean(),
    }),
  }),
  fc.record({ name: fc.constant('fs.delete'), arguments: fc.record({ path: some, recursive: fc.boolean() }) }),
  fc.record({
    name: fc.constant('fs.move'),
    arguments: fc.record({ from: some, to: some, recursive: fc.boolean(), overwrite: fc.boolean() }),
  }),
)

/** Every file with its content, by path; links with where they lead. */
function snapshot(root: string, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of readdirSync(join(root, path))) {
    const inner = path === '' ? name : `${path}/${name}`
    const stat = lstatSync(join(root, inner))
    if (stat.isDirectory()) for (const [key, value] of snapshot(root, inner)) found.set(key, value)
    else if (stat.isFile()) found.set(inner, readFileSync(join(root, inner), 'utf8'))
  }
  return found
}

test('nothing that a rule denies is read, listed, changed, moved, made or deleted, whatever the call, the mode and the answer', async () => {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-denied-tree-')))
  let round = 0
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(place, { minLength: 3, maxLength: 12 }),
        fc.subarray([...meanings], { minLength: 1, maxLength: 3 }),
        fc.constantFrom<Mode>('default', 'bypass', 'accept-edits', 'non-interactive'),
        fc.array(call, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('p', 'a', 'b/p', 'x'),
        async (files, rules, mode, calls, led) => {
          round += 1
          const workspace = join(scratch, `w${round}`)
          const isDenied = deniedBy(rules)
          mkdirSync(workspace)
          for (const [index, path] of files.entries()) {
            mkdirSync(dirname(join(workspace, path)), { recursive: true })
            writeFileSync(join(workspace, path), `token\nsecret-${index}-\n`)
          }
          symlinkSync(led, join(workspace, 'l'))
          symlinkSync(files[0] ?? '', join(workspace, 'm'))
          const before = snapshot(workspace)
          await using drawbridge = await createDrawbridge({
            home: join(scratch, 'home'),
            workspace,
            record: 'off',
            authority: { limiting: 'off', approvers: [approveEverything] },
            tools: { backupsPerFile: 0 },
            config: {
              permissions: {
                allowBypass: true,
                mode,
                rules: rules.map(([path]) => ({ tools: '*', when: { path }, then: 'deny' as const })),
              },
            },
          })
          const session = drawbridge.openSession()
          for (const each of calls) {
            const { decision } = await session.explain(each)
            const outcome = await session.call(each)
            if (decision?.verdict === 'deny') expect(outcome.status).toBe('denied')
            const said = JSON.stringify([outcome.result.content, outcome.result.data])
            for (const [index, path] of files.entries()) {
              if (!isDenied(path)) continue
              expect(said).not.toContain(`secret-${index}-`)
              if (outcome.status !== 'ok' || each.name === 'fs.move' || each.name === 'fs.delete') continue
              const { path: named = '' } = each.arguments as { path?: string }
              if (!named.includes(path)) expect(said).not.toContain(`"${path}"`)
            }
          }
          const after = snapshot(workspace)
          for (const [path, content] of before) if (isDenied(path)) expect(after.get(path)).toBe(content)
          for (const path of after.keys()) if (isDenied(path)) expect(before.has(path)).toBe(true)
          rmSync(workspace, { recursive: true, force: true })
        },
      ),
      { numRuns: 60 },
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}, 180_000)
