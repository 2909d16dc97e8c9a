import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScene, type Scene } from '../__fixtures__/scene.ts'
import { removeForeignTree } from './remove-foreign-tree.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

test('a folder is removed with all that it holds, and nothing that its links lead to', async () => {
  const before = scene.fingerprint()
  scene.file('workspace/tree/a/b/file')
  scene.pipe('workspace/tree/pipe')
  scene.symlink('workspace/tree/out', scene.outside)
  scene.symlink('workspace/tree/a/out', scene.outside)
  await removeForeignTree(join(scene.workspace, 'tree'))
  expect(existsSync(join(scene.workspace, 'tree'))).toBe(false)
  expect(scene.fingerprint()).toBe(before)
})

test('a missing folder or a link is not an error', async () => {
  scene.symlink('workspace/link', scene.outside)
  await removeForeignTree(join(scene.workspace, 'gone'))
  await removeForeignTree(join(scene.workspace, 'gone/tree'))
  await removeForeignTree(join(scene.workspace, 'link'))
  expect(existsSync(join(scene.outside, 'secret.txt'))).toBe(true)
})

test('folders without permissions are removed', async () => {
  scene.file('workspace/tree/closed/inner/file')
  for (const name of ['closed/inner', 'closed', '']) chmodSync(join(scene.workspace, 'tree', name), 0)
  await removeForeignTree(join(scene.workspace, 'tree'))
  expect(existsSync(join(scene.workspace, 'tree'))).toBe(false)
})

test('folders deeper than any path is long are removed', async () => {
  // Built from the inside, as programs do by changing into each folder.
  const [tree, more] = [join(scene.workspace, 'tree'), join(scene.workspace, 'more')]
  const name = 'd'.repeat(200)
  mkdirSync(tree)
  for (let depth = 0; depth < 40; depth += 1) {
    mkdirSync(more)
    renameSync(tree, join(more, name))
    renameSync(more, tree)
  }
  try {
    await removeForeignTree(tree)
    expect(existsSync(tree)).toBe(false)
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
})
