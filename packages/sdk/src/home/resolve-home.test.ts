import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { resolveHome } from './resolve-home.ts'

let scratch: string
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'drawbridge-home-'))
})
afterEach(() => rm(scratch, { recursive: true, force: true }))

describe('the data folder', () => {
  test('is the flag, else the variable', () => {
    const [flag, variable] = [join(scratch, 'flag'), join(scratch, 'variable')]
    expect(resolveHome({ flag, env: { DRAWBRIDGE_HOME: variable } })).toBe(flag)
    expect(resolveHome({ env: { DRAWBRIDGE_HOME: variable } })).toBe(variable)
    expect(resolveHome({ flag: '', env: { DRAWBRIDGE_HOME: variable } })).toBe(variable)
  })

  test('is made for its owner alone', async () => {
    const home = resolveHome({ flag: join(scratch, 'new', 'home') })
    expect((await stat(home)).mode & 0o777).toBe(0o700)
    expect(home.startsWith(homedir())).toBe(false)
  })

  test('is refused where others can write it, with the command that mends it', async () => {
    await chmod(scratch, 0o777)
    expect(() => resolveHome({ flag: scratch })).toThrow(`chmod 700 "${scratch}"`)
  })

  test('is refused if it cannot be created, with the ways to choose another', async () => {
    await writeFile(join(scratch, 'file'), '')
    expect(() => resolveHome({ flag: join(scratch, 'file', 'home') })).toThrow(/--home or DRAWBRIDGE_HOME/)
  })

  test.runIf(process.platform === 'linux')('is refused below /proc, in which nobody can create a folder', () => {
    expect(() => resolveHome({ flag: '/proc/no-such-process/home' })).toThrow(/cannot be created.*--home/)
  })
})
