import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonOf } from './__fixtures__/run-cli.ts'
import { runHere } from './__fixtures__/run-here.ts'
import { scratchFolder } from './__fixtures__/scratch-folder.ts'

describe('what a newcomer types', () => {
  test('a tool is called by the name that a model uses, too', async () => {
    const folder = scratchFolder({ 'a.txt': 'hello\n' })
    for (const name of ['fs.read_file', 'fs__read_file']) {
      expect(await runHere(folder, ['call', name, '{"path":"a.txt"}'])).toMatchObject({ code: 0, stdout: 'hello\n' })
    }
  })

  test.each([
    ['fs.read_file', { file_path: 'a.txt' }, 'did you mean "path"?'],
    ['runtime.exec', { command: 'pwd', cwd: '.' }, 'did you mean "workdir"?'],
    ['runtime.run_command', { argv: ['pwd'], workdir: '.' }, 'did you mean "cwd"?'],
    ['runtime.process', { action: 'poll', process_id: 'x' }, 'did you mean "id"?'],
  ])('the words of another tool lead to those of %s', async (tool, input, hint) => {
    const result = await runHere(scratchFolder(), ['call', tool, JSON.stringify(input), '--json'])
    expect(jsonOf(result)).toMatchObject({ code: 'validation_error', message: expect.stringContaining(hint) })
  })

  test('an unknown profile is answered with the list of profiles', async () => {
    const folder = scratchFolder({ 'policy.jsonc': '{"tools":{"profile":"codin"}}' })
    expect(await runHere(folder, ['policy', 'check', 'policy.jsonc'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Did you mean "coding"? Profiles: full, coding, messaging, minimal.'),
    })
  })

  test("without a file the operator's configuration is checked, if there is one", async () => {
    const folder = scratchFolder()
    const check = (...flags: string[]) => runHere(folder, ['policy', 'check', ...flags])
    expect(await check()).toMatchObject({ code: 0, stdout: expect.stringContaining('the built-in values apply') })
    expect((await check('--json')).stdout).toBe('{"problems":[],"warnings":[]}\n')
    expect(await check('missing.jsonc')).toMatchObject({ code: 1 })
    mkdirSync(folder.home, { mode: 0o700 })
    writeFileSync(join(folder.home, 'drawbridge.jsonc'), '{"tools":{"denny":[]}}')
    expect(await check()).toMatchObject({ code: 1, stdout: expect.stringContaining('denny') })
  })

  test('doctor says that others can read the data folder, with the command that closes it', async () => {
    const folder = scratchFolder()
    mkdirSync(folder.home)
    chmodSync(folder.home, 0o755)
    const { checks } = jsonOf<{ checks: readonly { readonly name: string }[] }>(
      await runHere(folder, ['doctor', '--json']),
    )
    expect(checks.find(({ name }) => name === 'permissions')).toMatchObject({
      status: 'warn',
      message: expect.stringContaining('(mode 755)'),
      advice: expect.stringContaining(`chmod go-rwx "${folder.home}"`),
    })
  })
})
