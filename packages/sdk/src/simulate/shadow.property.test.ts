import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveWith } from '@drawbridge/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'
import { reportShadow } from './report-shadow.ts'
import { simulatePolicy } from './simulate-policy.ts'

const call = fc.oneof(
  fc.record({
    name: fc.constantFrom('fs.read_file', 'fs.list_files'),
    arguments: fc.record({ path: fc.constantFrom('a.md', 'docs', '../x.md', '.env', '/etc/hostname') }),
  }),
  fc.record({
    name: fc.constant('fs.write_file'),
    arguments: fc.record({ path: fc.constantFrom('docs/n.md', 'n.md', '.git/config'), content: fc.constant('x') }),
  }),
)
const rule = fc.record({
  tools: fc.constantFrom('fs.*', 'fs.read_file', 'fs.write_file', '*'),
  when: fc.constantFrom({}, { path: 'docs/**' }, { path: '*.md' }, { access: 'write' }),
  then: fc.constantFrom('allow', 'ask', 'deny'),
})
const policy = fc.record({
  permissions: fc.record({
    rules: fc.array(rule, { maxLength: 3 }),
    mode: fc.constantFrom('default', 'accept-edits', 'plan'),
  }),
  tools: fc.constantFrom({}, { deny: ['fs.list_files'] }, { profile: 'coding' }),
})

/** Makes the calls under one policy with another beside it, and resolves to what both reports say of the record. */
async function tryBoth(live: object, shadow: object, calls: readonly object[]) {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-shadow-')))
  try {
    const [home, workspace, file] = [join(scratch, 'home'), join(scratch, 'project'), join(scratch, 'shadow.jsonc')]
    mkdirSync(home, { mode: 0o700 })
    mkdirSync(join(workspace, 'docs'), { recursive: true })
    writeFileSync(join(workspace, 'a.md'), 'hello\n')
    writeFileSync(file, JSON.stringify(shadow))
    writeFileSync(join(home, 'drawbridge.jsonc'), JSON.stringify({ ...live, shadow: { policy: file } }))
    {
      const approvers = [approveWith('me', () => ({ answer: 'allow_once' }), { human: true })]
      await using drawbridge = await createDrawbridge({ workspace, home, authority: { approvers }, record: 'files' })
      const session = drawbridge.openSession()
      for (const each of calls) await session.call(each)
    }
    const simulated = await simulatePolicy({ file, home, workspace })
    if (simulated.status === 'faulty') throw new Error(JSON.stringify(simulated.problems))
    return { shadowed: await reportShadow({ home }), simulated: simulated.report }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

test('a shadow policy that equals the live one never differs', async () => {
  await fc.assert(
    fc.asyncProperty(policy, fc.array(call, { minLength: 1, maxLength: 4 }), async (live, calls) => {
      const { shadowed } = await tryBoth(live, live, calls)
      expect(shadowed).toMatchObject({ changed: 0, groups: [], failed: {} })
    }),
    { numRuns: 12 },
  )
}, 60_000)

test('a shadow policy differs where simulating it on the same record does, for the same reasons', async () => {
  await fc.assert(
    fc.asyncProperty(policy, policy, fc.array(call, { minLength: 1, maxLength: 4 }), async (live, shadow, calls) => {
      const { shadowed, simulated } = await tryBoth(live, shadow, calls)
      const { calls: count, changed, groups } = simulated
      expect(simulated.unreadable).toEqual({})
      expect(shadowed).toMatchObject({ calls: count, changed, groups })
    }),
    { numRuns: 15 },
  )
}, 60_000)
