import { describe, expect, test } from 'vitest'
import { jsonOf } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { type ScratchFolder, scratchFolder } from '../__fixtures__/scratch-folder.ts'
import type { ProgramJson } from './program-json.ts'

const value = ['velvet', 'anchor', '20', 'quartz'].join('-')

const run = (folder: ScratchFolder, args: readonly string[], input = '') =>
  runHere(folder, ['programs', ...args], input)
const show = async (folder: ScratchFolder) => jsonOf<ProgramJson>(await run(folder, ['show', 'awk', '--json']))

/** A folder whose home keeps a program that every system has. */
async function folderWithAwk(...flags: readonly string[]): Promise<ScratchFolder> {
  const folder = scratchFolder()
  const added = await run(folder, ['add', 'awk', '--stdin', 'DEMO_CREDENTIAL', ...flags], `${value}\n`)
  expect(added).toMatchObject({ code: 0, stdout: 'Added the program "awk".\n' })
  return folder
}

describe('programs', () => {
  test('are added without grants, with the arguments that they refuse', async () => {
    const folder = await folderWithAwk(
      '--deny-args',
      'getline',
      '--tips',
      'Tables.',
      '--timeout-seconds',
      '5',
      '--path',
      '/usr/bin/awk',
    )
    const shown = await run(folder, ['show', 'awk'])
    expect(shown.stdout).toMatch(/granted to +nobody\n/)
    expect(await show(folder)).toMatchObject({
      name: 'awk',
      path: '/usr/bin/awk',
      enabled: true,
      variables: [{ name: 'DEMO_CREDENTIAL' }],
      grants: [],
      denyArgs: ['getline'],
      timeoutSeconds: 5,
      tips: 'Tables.',
    })
    expect((await run(folder, ['list'])).stdout).toMatch(/^awk {2}enabled {3}for nobody {2}DEMO_CREDENTIAL\n$/)
    const all = [shown, await run(folder, ['list', '--json']), await run(folder, ['show', 'awk', '--json'])]
    expect(JSON.stringify(all)).not.toContain(value)
  })

  test('are used by a call once they are granted, and no longer than that', async () => {
    const folder = await folderWithAwk()
    const call = JSON.stringify({ command: `awk 'BEGIN { print length(ENVIRON["DEMO_CREDENTIAL"]) }'` })
    const lengthOf = async () => (await runHere(folder, ['call', 'runtime.exec', call, '--approve', 'always'])).stdout
    expect(await lengthOf()).toContain('stdout\n0')
    expect(await run(folder, ['grant', 'awk', '--everyone'])).toMatchObject({ stdout: 'Granted "awk" to everyone.\n' })
    expect(await lengthOf()).toContain(`stdout\n${value.length}`)
    await run(folder, ['disable', 'awk'])
    expect(await lengthOf()).toContain('stdout\n0')
    await run(folder, ['enable', 'awk'])
    expect(await lengthOf()).toContain(`stdout\n${value.length}`)
    await run(folder, ['revoke', 'awk', '--everyone'])
    expect(await lengthOf()).toContain('stdout\n0')
  })

  test('are granted to agents and users, and each grant is revoked separately', async () => {
    const folder = await folderWithAwk()
    await run(folder, ['grant', 'awk', '--agent', 'coder'])
    await run(folder, ['grant', 'awk', '--agent', 'coder', '--user', 'ada'])
    expect((await show(folder)).grants).toHaveLength(2)
    expect((await run(folder, ['list'])).stdout).toContain('for agent coder, agent coder for user ada')
    expect(await run(folder, ['revoke', 'awk', '--agent', 'coder'])).toMatchObject({ code: 0 })
    expect(await run(folder, ['revoke', 'awk', '--agent', 'coder'])).toMatchObject({ code: 1 })
    expect((await show(folder)).grants).toEqual([{ agent: 'coder', user: 'ada' }])
  })

  test.each([[[]], [['--agent', 'a', '--everyone']], [['--agent', '']]])('are not granted with %j', async (flags) => {
    expect(await run(await folderWithAwk(), ['grant', 'awk', ...flags])).toMatchObject({ code: 2, stdout: '' })
  })

  test('are not replaced unawares', async () => {
    const folder = await folderWithAwk()
    const again = ['add', 'awk', '--secret', 'DEMO_CREDENTIAL=SHARED', '--disabled']
    expect(await run(folder, again)).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') })
    const replaced = await run(folder, [...again, '--replace'])
    expect(replaced).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('The secret "SHARED" does not exist yet'),
    })
    expect(await show(folder)).toMatchObject({ enabled: false, variables: [{ secret: 'SHARED' }] })
    await runHere(folder, ['secrets', 'set', 'SHARED'], value)
    expect((await runHere(folder, ['secrets', 'remove', 'SHARED'])).stderr).toContain('no credentials without it: awk')
  })

  test.each([
    [['./awk', '--secret', 'A'], 'bare name'],
    [['awk', '--secret', 'LD_PRELOAD'], 'not the name of a credential'],
    [['awk', '--secret', 'A', '--deny-args', '('], 'cannot be read'],
    [['awk', '--secret', 'A', '--preset', 'gx'], 'gh, gcloud'],
    [['awk', '--secret', 'A', '--path', 'bin/awk'], 'absolute'],
    [['awk', '--secret', 'A', '--timeout-seconds', '0'], 'from 1 to 1800'],
    [['awk', '--secret', 'A', '--from-env', 'A'], 'no variable "A"'],
    [['awk', '--secret', 'A', '--secret', 'A=B'], 'given twice'],
    [['awk', '--from-file', 'A'], '--from-file A=FILE'],
    [['awk', '--stdin', 'A'], 'fewer than 6'],
    [['awk'], 'No credentials were given'],
    [['git'], 'GIT_HTTP_HEADER'],
  ])('that cannot work are refused: %j', async (args, says) => {
    const folder = scratchFolder()
    const result = await run(folder, ['add', ...args])
    expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(says) })
    expect(jsonOf(await run(folder, ['list', '--json']))).toEqual({ programs: [] })
  })

  test('may go by the telling name of a preset for a variable that has none', async () => {
    const folder = scratchFolder()
    const added = await run(folder, ['add', 'git', '--secret', 'GIT_HTTP_HEADER', '--json'])
    expect(jsonOf(added)).toMatchObject({
      preset: 'git',
      variables: [{ name: 'GIT_CONFIG_VALUE_1', secret: 'GIT_HTTP_HEADER' }],
    })
  })

  test('are tried without running, kept or by their preset', async () => {
    const folder = await folderWithAwk('--deny-args', 'getline')
    const check = async (...args: string[]) => {
      const [name = '', ...rest] = args
      const result = await run(folder, ['check', name, '--json', '--', ...rest])
      return [result.code, jsonOf(result)]
    }
    expect(await check('awk', '{ getline }')).toEqual([3, expect.objectContaining({ kept: true, allowed: false })])
    expect(await check('awk', '{ print }')).toEqual([0, { name: 'awk', kept: true, allowed: true }])
    expect(await check('gh', '--repo', 'o/r', 'auth', 'token')).toEqual([3, expect.objectContaining({ kept: false })])
    expect(await run(folder, ['check', 'akw'])).toMatchObject({ code: 1, stderr: expect.stringContaining('"awk"?') })
  })

  test('are removed with all that belongs to them', async () => {
    const folder = await folderWithAwk()
    await run(folder, ['grant', 'awk', '--everyone'])
    expect(jsonOf(await run(folder, ['remove', 'awk', '--json']))).toEqual({ name: 'awk', result: 'removed' })
    for (const command of ['show', 'enable', 'disable', 'remove'])
      expect((await run(folder, [command, 'awk'])).code).toBe(1)
  })
})
