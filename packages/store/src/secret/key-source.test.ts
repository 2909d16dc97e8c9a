import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKeySource } from './key-source.ts'
import { generateKeyText } from './secret-key.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'drawbridge-key-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const source = (environment: Readonly<Record<string, string>> = {}) => createKeySource({ home, environment })
const keyFile = () => join(home, 'key')

describe('the key file', () => {
  test('is not made before a key is needed, then for its owner alone', async () => {
    expect(await source().load()).toBeUndefined()
    expect(await readdir(home)).toEqual([])
    const { primary } = await source().obtain()
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600)
    expect((await source().load())?.primary.id).toBe(primary.id)
    expect(await readdir(home)).toEqual(['key'])
  })

  test('is one and the same for all who make it at once', async () => {
    const rings = await Promise.all(Array.from({ length: 50 }, () => source().obtain()))
    expect(new Set(rings.map(({ primary }) => primary.id)).size).toBe(1)
    expect(await readdir(home)).toEqual(['key'])
  })

  test.each([0o640, 0o604, 0o660, 0o601])('is refused with mode %o', async (mode) => {
    await source().obtain()
    await chmod(keyFile(), mode)
    await expect(source().load()).rejects.toThrow(`mode ${mode.toString(8)}). Run: chmod 600`)
    await expect(source().obtain()).rejects.toThrow('chmod 600')
  })

  test('is refused as a link, a folder, and with anything but keys in it, which is not repeated', async () => {
    await writeFile(join(home, 'elsewhere'), generateKeyText(), { mode: 0o600 })
    await symlink(join(home, 'elsewhere'), keyFile())
    await expect(source().obtain()).rejects.toThrow('is a symbolic link')
    await rm(keyFile())
    await mkdir(keyFile(), { mode: 0o700 })
    await expect(source().load()).rejects.toThrow('is not a file')
    await rm(keyFile(), { recursive: true })
    const slip = `${generateKeyText()}x`
    await writeFile(keyFile(), slip, { mode: 0o600 })
    const error = await source()
      .load()
      .catch((thrown: unknown) => thrown)
    expect(inspect(error)).toContain('does not contain a valid key')
    expect(inspect(error)).not.toContain(slip)
  })

  test.runIf(process.getuid?.() === 0)('is refused where it belongs to another user', async () => {
    await source().obtain()
    const { chown } = await import('node:fs/promises')
    await chown(keyFile(), 65_534, 65_534)
    await expect(source().load()).rejects.toThrow('belongs to another user (id 65534)')
  })

  test('takes a new key in front and lets go of the old ones that nothing uses', async () => {
    const { primary: first } = await source().obtain()
    const second = await source().addPrimary?.()
    const third = await source().addPrimary?.()
    expect(third?.ids).toEqual([third?.primary.id, second?.primary.id, first.id])
    await source().retain?.(new Set([first.id]))
    expect((await source().load())?.ids).toEqual([third?.primary.id, first.id])
    expect((await stat(keyFile())).mode & 0o777).toBe(0o600)
    expect(await readdir(home)).toEqual(['key'])
  })
})

describe('keys elsewhere', () => {
  test('in the environment count before any file, and are not for us to change', async () => {
    await source().obtain()
    const [newer, older] = [generateKeyText(), generateKeyText()]
    const own = source({ DRAWBRIDGE_KEY: `${newer}, ${older}`, DRAWBRIDGE_KEY_FILE: '/nowhere' })
    expect((await own.load())?.ids).toHaveLength(2)
    expect([own.addPrimary, own.retain]).toEqual([undefined, undefined])
    await expect(source({ DRAWBRIDGE_KEY: 'password' }).load()).rejects.toThrow(
      'DRAWBRIDGE_KEY does not contain a valid key',
    )
  })

  test('in a named file are used in place of the home', async () => {
    const file = join(home, 'own')
    const { primary } = await source({ DRAWBRIDGE_KEY_FILE: file }).obtain()
    expect(await readFile(file, 'utf8')).toContain('# Keys of Drawbridge')
    expect(await source().load()).toBeUndefined()
    expect((await source({ DRAWBRIDGE_KEY_FILE: file }).load())?.primary.id).toBe(primary.id)
  })
})

test('a key is never printed', async () => {
  const ring = await source().obtain()
  const [, text = ''] = (await readFile(keyFile(), 'utf8')).split('\n')
  expect(text).toHaveLength(43)
  for (const shown of [inspect(ring, { depth: 9 }), JSON.stringify(ring), inspect(source())]) {
    expect(shown).not.toContain(text)
    expect(shown).not.toContain(Buffer.from(text, 'base64url').toString('hex'))
  }
})
