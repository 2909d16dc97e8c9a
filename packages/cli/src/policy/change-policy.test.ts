import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

/** A folder with a policy in a file, and what runs commands in it. */
function open(policy: string) {
  const folder = scratchFolder()
  const file = join(folder.workspace, 'policy.jsonc')
  writeFileSync(file, policy)
  const run = async (...args: readonly string[]) => runHere(folder, args)
  const json = async (...args: readonly string[]) => JSON.parse((await run(...args, '--json')).stdout)
  return { file, run, json }
}

test('a policy is applied from a file, listed with its note, taken back, and all of it is in the chain', async () => {
  const { file, run, json } = open('{\n  // Nobody deletes.\n  "tools": { "deny": ["fs.delete"] },\n}')
  expect((await run('policy', 'versions')).stderr).toBe('Nobody changed the policy of the database yet.\n')
  const applied = await json('policy', 'apply', file, '--note', 'No deletions')
  expect(applied).toEqual({ version: 1, changes: [{ path: 'tools.deny', wider: false }] })
  const { values } = await json('config', 'explain')
  expect(values).toContainEqual(expect.objectContaining({ key: 'tools.deny', value: ['fs.delete'] }))

  expect((await run('policy', 'revert', '0')).stdout).toMatch(
    /^The policy of the database is version 2 now\.\n {2}tools\.deny.* {2}\(may allow more\)\n$/,
  )
  const { versions } = await json('policy', 'versions')
  expect(versions).toMatchObject([
    { version: 2, note: 'Back to version 0', changed: ['tools.deny'] },
    { version: 1, note: 'No deletions', changed: ['tools.deny'] },
    { version: 0 },
  ])

  const recorded = (await run('audit', 'list', '--type', 'policy.changed', '--json')).stdout
  expect(recorded).toContain('"surface":"terminal"')
  expect(recorded).toContain('No deletions')
  expect((await run('audit', 'verify')).code).toBe(0)
})

test('nothing is changed by a policy with a fault, by one that was made of another version, or by a program of a tool', async () => {
  const { file, run } = open('{ "tools": { "deny": ["fs.delet"] } }')
  const faulty = await run('policy', 'apply', file)
  expect(faulty).toMatchObject({ code: 1, stderr: expect.stringContaining('Did you mean "fs.delete"?') })
  writeFileSync(file, '{ "tools": { "deny": ["fs.delete"] } }')
  expect((await run('policy', 'revert', '9')).stderr).toContain('There is no version 9')
  const stale = await run('policy', 'apply', file, '--replaces', '7')
  expect(stale).toMatchObject({ code: 1, stderr: expect.stringContaining('is version 0 now') })
  for (const wrong of ['{ "models": { "default": "a/b" } }', '[]', '{']) {
    writeFileSync(file, wrong)
    expect([wrong, (await run('policy', 'apply', file)).code === 0]).toEqual([wrong, false])
  }
  vi.stubEnv('DRAWBRIDGE_PROCESS', 'made-up')
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const args of [
    ['apply', file],
    ['revert', '0'],
  ])
    expect((await run('policy', ...args)).stderr).toContain('Only a person can change the policy')
  expect((await run('policy', 'versions')).stderr).toContain('Nobody changed the policy')
})
