import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'

const call = fc.oneof(
  fc.record({
    name: fc.constantFrom('fs.read_file', 'fs.list_files'),
    arguments: fc.record({ path: fc.constantFrom('a.md', 'docs', '../x.md', '.env', '/etc/hostname', 'docs/../a.md') }),
  }),
  fc.record({
    name: fc.constant('fs.write_file'),
    arguments: fc.record({
      path: fc.constantFrom('docs/n.md', 'n.md', '.git/config', '../n.md'),
      content: fc.constant('x'),
    }),
  }),
  fc.record({
    name: fc.constant('runtime.run_command'),
    arguments: fc.record({
      argv: fc.constantFrom(['true'], ['git', 'status'], ['touch', 'x'], ['sudo', '-n', 'true']),
    }),
  }),
)
const rule = fc.record({
  tools: fc.constantFrom('*', 'fs.*', 'fs.write_file', 'group:runtime'),
  when: fc.constantFrom({}, { path: 'docs/**' }, { access: 'read' as const }, { command: 'touch' }),
  then: fc.constantFrom('allow', 'ask', 'deny' as const),
})

test('what explain says of a call is what becomes of it, up to the question asked', async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-explain-')))
  const workspace = join(root, 'workspace')
  mkdirSync(join(workspace, 'docs'), { recursive: true })
  for (const name of ['a.md', '.env', '../x.md']) writeFileSync(join(workspace, name), 'text\n')
  const options = {
    home: join(root, 'home'),
    workspace,
    record: 'off',
    authority: { limiting: 'off' },
    tools: { backupsPerFile: 0 },
  } as const
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(rule, { maxLength: 3 }),
        fc.array(call, { minLength: 1, maxLength: 4 }),
        async (rules, calls) => {
          await using drawbridge = await createDrawbridge({ ...options, config: { permissions: { rules } } })
          const session = drawbridge.openSession()
          for (const each of calls) {
            const { decision } = await session.explain(each)
            const { status } = await session.call(each)
            expect(status === 'denied').toBe(decision?.verdict !== 'allow')
          }
        },
      ),
      { numRuns: 40 },
    )
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
