import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { homeWith } from '../__fixtures__/home-with.ts'
import { runHere } from '../__fixtures__/run-here.ts'

/** A home with two agents, and what runs commands in it. */
function open() {
  const folder = homeWith({ agents: { planner: {}, coder: {} } })
  const run = async (...args: readonly string[]) => {
    const ran = await runHere(folder, args)
    expect([args, ran.code, ran.stderr]).toEqual([args, 0, expect.anything()])
    return ran.stdout
  }
  const chain = async (type: string) =>
    (await run('audit', 'list', '--type', type, '--json'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line).event)
  return { folder, run, chain }
}

test('a policy that `config set` and `config unset` change is in the chain, with who did it and if it may allow more', async () => {
  const { run, chain } = open()
  await run('config', 'set', 'tools.deny', '["fs.delete"]')
  await run('config', 'set', 'models.default', 'a/b')
  await run('config', 'unset', 'tools')
  const versions = JSON.parse(await run('policy', 'versions', '--json')).versions
  const [made, , removed] = versions.toReversed().slice(1)
  const changed = await chain('policy.changed')
  expect(changed).toHaveLength(2)
  expect(changed).toContainEqual(
    expect.objectContaining({ version: 1, wider: false, surface: 'terminal', by: made.by, digest: made.digest }),
  )
  expect(changed).toContainEqual(
    expect.objectContaining({ version: 3, wider: true, replaces: made.digest, digest: removed.digest }),
  )
  const settings = (await chain('trust.changed')).map(({ what, id, parts }) => [what, id, parts])
  expect(settings).toHaveLength(3)
  expect(settings).toContainEqual(['configuration', '2', ['models.default']])
  await run('audit', 'verify')
})

test('links, teams, users, keys and secrets that people change are in the chain, without secrets', async () => {
  const { folder, run, chain } = open()
  await run('agents', 'link', 'planner', 'coder', '--deny-tools', 'fs.delete')
  await run('agents', 'link', 'planner', 'coder', '--remove')
  await run('teams', 'create', 'shop', '--lead', 'planner', '--members', 'coder')
  await run('teams', 'set', 'shop', '--settings', '{"memberRequests":true}')
  await run('teams', 'remove', 'shop')
  const token = await run('users', 'add', 'ada')
  await run('users', 'change', 'ada', '--role', 'operator')
  const key = await run('keys', 'create', 'ci', '--user', 'ada', '--scopes', 'sessions:read')
  await run('users', 'change', 'ada', '--disable')
  await run('users', 'remove', 'ada')
  const value = ['not', 'for', 'the', 'chain'].join('-')
  const file = join(folder.workspace, 'value')
  writeFileSync(file, value)
  await run('secrets', 'set', 'TOKEN', '--from-file', file)
  await run('secrets', 'remove', 'TOKEN')
  const found = await chain('trust.changed')
  expect(found.map(({ what, change, id }) => `${what} ${what === 'key' ? '' : id} ${change}`).sort()).toEqual(
    [
      ...['link planner → coder changed', 'link planner → coder removed'],
      ...['team shop added', 'team shop changed', 'team shop removed'],
      ...['user ada added', 'user ada changed', 'user ada changed', 'user ada removed', 'key  added'],
      ...['secret TOKEN added', 'secret TOKEN removed'],
    ].sort(),
  )
  expect(found.find(({ what, change }) => what === 'user' && change === 'changed')?.by).toMatch(/./)
  const text = JSON.stringify(found)
  for (const secret of [token.trim(), key.trim(), value]) expect(text).not.toContain(secret)
  await run('audit', 'verify')
})
