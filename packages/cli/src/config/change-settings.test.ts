import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

test('a setting is kept, listed with who set it, explained, obeyed, and removed again', async () => {
  const folder = scratchFolder({ 'a.txt': 'hello\n' })
  const read = () => runHere(folder, ['call', 'fs.read_file', '{"path":"a.txt"}'])
  const rule = '[{"id":"closed","tools":"fs.read_file","then":"deny"}]'
  expect(await runHere(folder, ['config', 'set', 'permissions.rules', rule])).toMatchObject({
    code: 0,
    stdout: `Set permissions.rules to [{"id":"closed","tools":"fs.read_file","then":"deny"}].\n`,
  })
  expect(await read()).toMatchObject({ code: 3, stderr: expect.stringContaining('database (permissions.rules)') })
  const listed = jsonOf<{ settings: readonly object[] }>(await runHere(folder, ['config', 'list', '--json']))
  expect(listed.settings).toMatchObject([{ path: 'permissions.rules', setBy: expect.stringMatching(/./) }])
  const explained = await runHere(folder, ['config', 'explain'])
  expect(explained.stdout).toMatch(/^permissions\.rules .*\(database \(permissions\.rules\)\)$/m)
  expect(await runHere(folder, ['config', 'unset', 'permissions'])).toMatchObject({ stdout: 'Removed permissions.\n' })
  expect(await read()).toMatchObject({ code: 0 })
  expect(await runHere(folder, ['config', 'unset', 'permissions'])).toMatchObject({ code: 1 })
})

test.each([
  ['permissions.mode', 'paln', /cannot be "paln".*"plan"/s],
  ['permissions..mode', 'plan', /not the path of a setting/],
  ['permissions.rules', '[{"tools":', /The value is not JSON/],
])('config set %s %s is refused with the reason, and nothing is kept', async (path, value, message) => {
  const folder = scratchFolder()
  const refused = await runHere(folder, ['config', 'set', path, value])
  expect(refused).toMatchObject({ code: expect.toBeOneOf([1, 2]), stdout: '', stderr: expect.stringMatching(message) })
  expect(await runHere(folder, ['config', 'list'])).toMatchObject({ code: 0, stdout: '' })
})

test.each([
  ['set', ['permissions.mode', 'bypass']],
  ['unset', ['permissions.mode']],
])('config %s takes nothing from what a tool started', async (command, more) => {
  const folder = scratchFolder()
  expect(await runHere(folder, ['config', 'set', 'permissions.mode', 'plan'])).toMatchObject({ code: 0 })
  vi.stubEnv('DRAWBRIDGE_PROCESS', 'made-up')
  try {
    const refused = await runHere(folder, ['config', command, ...more])
    expect(refused).toMatchObject({ stdout: '', stderr: expect.stringContaining('Only a person can change settings') })
    expect(refused.code).not.toBe(0)
  } finally {
    vi.unstubAllEnvs()
  }
  expect(await runHere(folder, ['config', 'list'])).toMatchObject({ stdout: expect.stringContaining('"plan"') })
})

test('a look at settings makes no database', async () => {
  const folder = scratchFolder()
  expect(await runHere(folder, ['config', 'list', '--json'])).toMatchObject({ stdout: '{"settings":[]}\n' })
  expect(existsSync(join(folder.home, 'drawbridge.db'))).toBe(false)
})

test('a word needs no quotes, and a number stays one', async () => {
  const folder = scratchFolder()
  expect(await runHere(folder, ['config', 'set', 'permissions.mode', 'plan', '--json'])).toMatchObject({
    stdout: '{"path":"permissions.mode","value":"plan"}\n',
  })
  expect(await runHere(folder, ['config', 'set', 'approvals.waitSeconds', '9', '--json'])).toMatchObject({
    stdout: '{"path":"approvals.waitSeconds","value":9}\n',
  })
})
