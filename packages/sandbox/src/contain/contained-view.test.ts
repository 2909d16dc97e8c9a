import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PathDenials } from '@drawbridge/core/target'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBoundaries } from '../path/boundaries.ts'
import { type ContainedView, createContainedViews } from './contained-view.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync('/var/tmp/drawbridge-view-'))
  for (const folder of ['workspace', 'home', 'user']) mkdirSync(join(root, folder))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(name: string): string {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), 'x')
  return join(root, name)
}

function open({ denials }: { readonly denials?: PathDenials } = {}) {
  const userHome = join(root, 'user')
  const boundaries = createBoundaries({ workspace: join(root, 'workspace'), home: join(root, 'home'), userHome })
  const machine = { privateFolders: [], hiddenFolders: [], programFolders: [], systemSecrets: [] }
  return createContainedViews({ boundaries, userHome, searchPath: '', machine, denials })
}

const coversIn = (view: ContainedView | undefined) =>
  view?.status === 'known'
    ? view.covers.filter((path) => path.startsWith(root)).map((path) => path.slice(root.length))
    : view

test('every credential is covered, however deep, and what a link means', async () => {
  put('workspace/.env')
  put('workspace/a/b/c/id_rsa')
  put('workspace/node_modules/x/test.pem')
  symlinkSync(put('workspace/plain.txt'), join(root, 'workspace/server.key'))
  expect(coversIn(await open().lookPatiently())).toEqual([
    '/home',
    '/workspace/.env',
    '/workspace/a/b/c/id_rsa',
    '/workspace/plain.txt',
  ])
})

test('a file that is created, moved or removed after a survey is found by the next one', async () => {
  put('workspace/a/b/readme.md')
  const views = open()
  await views.lookPatiently()
  const made = put('workspace/a/b/.env')
  expect(coversIn(views.look())).toEqual(['/home', '/workspace/a/b/.env'])
  unlinkSync(made)
  expect(coversIn(views.look())).toEqual(['/home'])
  put('workspace/new/deep/.env')
  expect(coversIn(views.look())).toEqual(['/home', '/workspace/new/deep/.env'])
  expect(coversIn(views.last())).toEqual(['/home', '/workspace/new/deep/.env'])
})

test('a credential with another name cannot be kept from anybody', async () => {
  linkSync(put('workspace/.env'), join(root, 'workspace/notes.txt'))
  expect(await open().lookPatiently()).toMatchObject({
    status: 'unknown',
    reason: expect.stringContaining('hard link'),
  })
})

test('nor can one that lies in a covered folder, however deep', async () => {
  linkSync(put('workspace/closed/node_modules/x/index.js'), join(root, 'workspace/installed.js'))
  const denials = {
    key: 'test',
    bases: [join(root, 'workspace/closed')],
    find: (real: string) => (real === join(root, 'workspace/closed') ? { rule: 'r', source: 's' } : undefined),
    mayLieBelow: () => false,
  }
  expect(await open({ denials }).lookPatiently()).toMatchObject({ status: 'known' })
  linkSync(put('workspace/closed/a/b/notes.txt'), join(root, 'workspace/notes.txt'))
  expect(await open({ denials }).lookPatiently()).toMatchObject({
    status: 'unknown',
    reason: expect.stringContaining('closed/a/b/notes.txt'),
  })
})

test('nor can one of the home', async () => {
  linkSync(put('user/.ssh/id_rsa'), join(root, 'workspace/notes.txt'))
  expect(await open().lookPatiently()).toMatchObject({
    status: 'unknown',
    reason: expect.stringContaining('hard link'),
  })
})

test('more covers than can be mounted are too many', async () => {
  for (let index = 0; index < 300; index += 1) put(`workspace/keys/${index}.pem`)
  expect(await open().lookPatiently()).toMatchObject({ status: 'unknown', reason: expect.stringContaining('to hide') })
})
