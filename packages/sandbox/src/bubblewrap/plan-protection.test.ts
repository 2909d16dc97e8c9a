import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScene, type Scene } from '../__fixtures__/scene.ts'
import { planProtection } from './plan-protection.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

const plan = (...names: string[]) => {
  const { pinned, existing, missing } = planProtection(
    names.map((name) => join(scene.workspace, name)),
    [scene.workspace],
  )
  const short = (paths: readonly string[]) => paths.map((path) => path.slice(scene.workspace.length + 1))
  return { pinned: short(pinned), existing: short(existing), missing: short(missing) }
}

test('what exists becomes read-only, and every folder on the way is pinned', () => {
  scene.file('workspace/a/b/.git/config')
  expect(plan('a/b/.git/config')).toEqual({
    pinned: ['a', 'a/b', 'a/b/.git'],
    existing: ['a/b/.git/config'],
    missing: ['a/b/.git/commondir'],
  })
})

test('of what does not exist the first missing part must not be made', () => {
  scene.folder('workspace/.git')
  expect(plan('.git/hooks', '.git/config', '.vscode', 'a/b/.git')).toEqual({
    pinned: ['.git'],
    existing: [],
    missing: ['.git/hooks', '.git/commondir', '.git/config', '.vscode', 'a'],
  })
})

test('a file where a folder would have to be is protected itself', () => {
  scene.file('workspace/.git', 'gitdir: elsewhere')
  expect(plan('.git/hooks', '.git/config')).toEqual({ pinned: [], existing: ['.git'], missing: [] })
})

test('a link on the way cannot be held and is refused', () => {
  scene.folder('workspace/real')
  scene.symlink('workspace/.claude', 'real')
  expect(() => plan('.claude/settings.json')).toThrow(/symbolic link/)
})

test('where nothing is written there is nothing to protect', () => {
  expect(planProtection([join(scene.outside, 'x')], [scene.workspace])).toEqual({
    pinned: [],
    existing: [],
    missing: [],
  })
})
