import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { locateTrusted } from './locate-trusted.ts'

let scratch: string
let temporary: string | undefined
beforeEach(async () => {
  scratch = await realpath(await mkdtemp(join(tmpdir(), 'drawbridge-trust-')))
  await mkdir(at('own/bin'), { recursive: true, mode: 0o755 })
  await mkdir(at('open/inner'), { recursive: true, mode: 0o755 })
  for (const folder of ['own/bin', 'open/inner']) {
    await writeFile(at(folder, 'tool'), '#!/bin/sh\n')
    await chmod(at(folder, 'tool'), 0o755)
  }
  await chmod(at('open'), 0o777)
  temporary = process.env.TMPDIR
  process.env.TMPDIR = at('temporary')
})
afterEach(async () => {
  if (temporary === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = temporary
  await rm(scratch, { recursive: true, force: true })
})

const at = (...names: readonly string[]) => join(scratch, ...names)
const locate = (path: string, untrusted: readonly string[] = []) =>
  locateTrusted('tool', path, { untrusted, searchPath: '' })

test('a program that nobody else can replace is found, by its path, by links to it and on the search path', async () => {
  await symlink('../own', at('own/self'))
  await symlink('bin/tool', at('own/link'))
  for (const path of ['own/bin/tool', 'own/link', 'own/self/link', 'own/../own/bin/tool']) {
    expect(locate(at(path))).toBe(at('own/bin/tool'))
  }
  expect(
    locateTrusted('tool', undefined, { untrusted: [], searchPath: `relative:${at('open')}:${at('own/bin')}` }),
  ).toBe(at('own/bin/tool'))
})

test('one below a folder that others may write is not, however well its own folder is kept', () => {
  expect(locate(at('open/inner/tool'))).toBeUndefined()
})

test('a sticky folder lets others replace nothing', async () => {
  await chmod(at('open'), 0o1777)
  expect(locate(at('open/inner/tool'))).toBe(at('open/inner/tool'))
})

test.each([
  ['a link to a link', 'open/hop', 'own/bin/tool', 'own/chain'],
  ['a link to a folder', 'open/hop', 'own/bin', 'own/chain'],
])('one that is reached by %s which others may replace is not', async (_, hop, target, chain) => {
  await symlink(at(target), at(hop))
  await symlink(at(hop), at(chain))
  expect(locate(at(target === 'own/bin' ? 'own/chain/tool' : 'own/chain'))).toBeUndefined()
})

test('one is not that lies, or is reached, where a model may write', async () => {
  await symlink(at('own'), at('project'))
  expect(locate(at('own/bin/tool'), [at('own')])).toBeUndefined()
  expect(locate(at('own/bin/tool'), [at('project')])).toBeUndefined()
  await mkdir(at('workspace'))
  await symlink(at('own/bin/tool'), at('workspace/tool'))
  expect(locate(at('workspace/tool'), [at('workspace')])).toBeUndefined()
})

test('links that form a loop, and nothing at all, are not programs', async () => {
  await symlink('loop', at('own/loop'))
  expect(locate(at('own/loop'))).toBeUndefined()
  expect(locate(at('own/none'))).toBeUndefined()
})
