import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettingsFile, replaceSettingsFile } from './index.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'settings-'))
const bytesOf = (text: string) => new TextEncoder().encode(text)

test('a replaced file keeps its mode and the link that leads to it, and leaves nothing next to it', async () => {
  const [place, elsewhere] = [folder(), folder()]
  const [link, real] = [join(place, 'settings.json'), join(elsewhere, 'dotfile.json')]
  writeFileSync(real, 'before')
  chmodSync(real, 0o640)
  symlinkSync(real, link)
  await replaceSettingsFile(link, { before: bytesOf('before'), bytes: bytesOf('after') })
  expect(readFileSync(real, 'utf8')).toBe('after')
  expect(statSync(real).mode & 0o777).toBe(0o640)
  expect(lstatSync(link).isSymbolicLink()).toBe(true)
  expect([readdirSync(place), readdirSync(elsewhere)]).toEqual([['settings.json'], ['dotfile.json']])
})

test('a file that another program changed meanwhile is left as it is', async () => {
  const place = folder()
  const file = join(place, 'a.json')
  writeFileSync(file, 'theirs')
  const replacing = replaceSettingsFile(file, { before: bytesOf('before'), bytes: bytesOf('after') })
  await expect(replacing).rejects.toThrow('was changed by another program')
  await expect(replaceSettingsFile(file, { before: undefined, bytes: bytesOf('after') })).rejects.toThrow('was changed')
  expect(readFileSync(file, 'utf8')).toBe('theirs')
  expect(readdirSync(place)).toEqual(['a.json'])
})

test('a file with a second hard link is refused, because the two would part', async () => {
  const place = folder()
  writeFileSync(join(place, 'a'), 'x')
  linkSync(join(place, 'a'), join(place, 'b'))
  await expect(replaceSettingsFile(join(place, 'a'), { before: bytesOf('x'), bytes: bytesOf('y') })).rejects.toThrow(
    'hard links',
  )
  expect(readFileSync(join(place, 'b'), 'utf8')).toBe('x')
})

test('a new file is for its owner alone, with the folders that it needs', async () => {
  const file = join(folder(), 'deep', 'new.json')
  await replaceSettingsFile(file, { before: undefined, bytes: bytesOf('new') })
  expect(readFileSync(file, 'utf8')).toBe('new')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('reading tells a missing file from a folder and from bytes that are not text, and keeps a byte order mark', async () => {
  const place = folder()
  writeFileSync(join(place, 'latin'), Uint8Array.of(0x7b, 0xe9, 0x7d))
  writeFileSync(join(place, 'marked'), '\uFEFF{}')
  expect(await readSettingsFile(join(place, 'none'))).toEqual({ status: 'missing' })
  expect(await readSettingsFile(place)).toEqual({ status: 'failed', why: 'is not a file' })
  expect(await readSettingsFile(join(place, 'latin'))).toEqual({ status: 'failed', why: 'is not UTF-8 text' })
  expect(await readSettingsFile(join(place, 'marked'))).toMatchObject({ status: 'read', text: '\uFEFF{}' })
})
