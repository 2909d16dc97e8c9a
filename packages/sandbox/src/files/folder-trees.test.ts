import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  digestOfTree,
  findMarkedFolders,
  holdsTree,
  keepOnly,
  leadsThroughLink,
  listTree,
  readTree,
  writeTree,
} from './folder-trees.ts'

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-trees-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
const tree = { 'a.md': new TextEncoder().encode('a'), 'b/c.md': new TextEncoder().encode('c') }

test('a tree is written once, and whatever was changed, added or linked there is replaced', () => {
  const folder = join(scratch(), 'pdf')
  writeTree(folder, tree)
  expect(readTree(folder)).toEqual(tree)
  const digest = digestOfTree(tree)
  const faults = [
    () => writeFileSync(join(folder, 'extra.md'), 'x'),
    () => symlinkSync('/etc', join(folder, 'b', 'etc')),
    () => rmSync(join(folder, 'a.md')),
    () => {
      mkdirSync(join(folder, '.git'))
      writeFileSync(join(folder, '.git', 'config'), 'x')
    },
    () => {
      chmodSync(join(folder, 'a.md'), 0o600)
      writeFileSync(join(folder, 'a.md'), 'other')
    },
    () => {
      for (let index = 0; index < 600; index += 1) writeFileSync(join(folder, String(index)), '')
    },
  ]
  for (const fault of faults) {
    fault()
    expect(holdsTree(folder, digest)).toBe(false)
    writeTree(folder, tree)
    expect(holdsTree(folder, digest)).toBe(true)
  }
  expect(readdirSync(join(folder, '..'))).toEqual(['pdf'])
})

test('a path that leads out of the folder is not written, and leaves no draft', () => {
  const root = scratch()
  expect(() => writeTree(join(root, 'pdf'), { '../x': new Uint8Array() })).toThrow('leads out')
  expect(readdirSync(root)).toEqual([])
})

test('a tree with a link or a special file, or too large, is refused whole', () => {
  const root = scratch()
  symlinkSync('/etc/passwd', join(root, 'passwd'))
  expect(() => readTree(root)).toThrow('"passwd", a link')
  const large = scratch()
  writeFileSync(join(large, 'x'), 'xxxx')
  writeFileSync(join(large, 'y'), 'y')
  expect(() => readTree(large, { bytes: 4 })).toThrow('more than 4 bytes')
  expect(() => readTree(large, { files: 1 })).toThrow('more than 1 files')
})

test('folders without files, and links to one folder, end a walk all the same', () => {
  const root = scratch()
  for (let index = 0; index < 60; index += 1) symlinkSync('.', join(root, `link${index}`))
  expect(findMarkedFolders(root, ['SKILL.md'], { depth: 6, entries: 5 })).toMatchObject({ found: [], isCut: true })
  const empty = scratch()
  for (let index = 0; index < 9; index += 1) mkdirSync(join(empty, `f${index}`))
  mkdirSync(join(empty, 'last'))
  writeFileSync(join(empty, 'last', 'file'), '')
  expect(listTree(empty, { depth: 3, entries: 5 })).toEqual([])
})

test('a link counts below the folder alone', () => {
  const root = scratch()
  mkdirSync(join(root, 'real', 'skills'), { recursive: true })
  symlinkSync('real', join(root, 'link'))
  symlinkSync('nowhere', join(root, 'dangling'))
  expect(leadsThroughLink(join(root, 'link', 'skills'), join(root, 'link'))).toBe(false)
  expect(leadsThroughLink(join(root, 'link', 'skills'), root)).toBe(true)
  expect(leadsThroughLink(join(root, 'dangling'), root)).toBe(true)
  expect(leadsThroughLink(join(root, 'none'), root)).toBe(false)
  expect(leadsThroughLink(join(root, 'link'), join(root, 'link'))).toBe(false)
})

test('only what is named stays, and nothing is removed behind a link', () => {
  const root = scratch()
  mkdirSync(join(root, 'kept'))
  mkdirSync(join(root, 'gone'))
  symlinkSync('kept', join(root, 'link'))
  writeFileSync(join(root, 'kept', 'file'), '')
  keepOnly(join(root, 'link'), new Set())
  expect(readdirSync(root)).toEqual(['gone', 'kept'])
  keepOnly(root, new Set(['kept']))
  expect([readdirSync(root), readdirSync(join(root, 'kept'))]).toEqual([['kept'], ['file']])
})
