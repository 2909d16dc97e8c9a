import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKeyFolders, type KeyFolders } from './key-folders.ts'

let root: string
let folders: KeyFolders
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'drawbridge-keys-'))
  folders = createKeyFolders(join(root, 'keys'))
})
afterEach(() => rmSync(root, { recursive: true }))

test('each key has a folder that only its user enters, whatever the key is, and keeps it until it ends', async () => {
  const one = folders.temporary('../one')
  writeFileSync(join(one, 'file'), '')
  expect(one.startsWith(join(root, 'keys'))).toBe(true)
  expect(statSync(one).mode & 0o777).toBe(0o700)
  expect(folders.temporary('../one')).toBe(one)
  expect(folders.temporary('other')).not.toBe(one)
  await folders.remove('../one')
  expect([existsSync(one), existsSync(folders.temporary('other'))]).toEqual([false, true])
})

test('a folder that was unused for a long time is removed, and a used one stays', async () => {
  const used = folders.use('used')
  await folders.prune(1000, Date.now())
  expect(existsSync(used)).toBe(true)
  await folders.prune(1000, Date.now() + 5000)
  expect(existsSync(used)).toBe(false)
})

test('a key that is used while its old folder is removed has a new one', async () => {
  writeFileSync(join(folders.use('key'), 'old'), '')
  const removing = [folders.remove('key'), folders.prune(-1, Date.now())]
  writeFileSync(join(folders.use('key'), 'new'), '')
  await Promise.all(removing)
  expect(readdirSync(folders.temporary('key'))).toEqual(['new'])
})

test('what a program made hard to remove keeps nobody from using another key', async () => {
  const closed = join(folders.use('key'), 'closed')
  mkdirSync(join(closed, 'inner'), { recursive: true })
  chmodSync(closed, 0)
  await folders.prune(1000, Date.now() + 5000)
  expect(readdirSync(join(root, 'keys'))).toEqual([])
})
