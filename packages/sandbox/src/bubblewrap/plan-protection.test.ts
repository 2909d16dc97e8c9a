import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScene, type Scene } from '../__fixtures__/scene.ts'
import { planProtection } from './plan-protection.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

const profileOf = (readOnly: readonly string[], masked: readonly string[] = []) => ({
  workspace: { host: scene.workspace, inside: scene.workspace, access: 'write' as const },
  mounts: [],
  readOnly: readOnly.map((name) => join(scene.workspace, name)),
  masked: masked.map((name) => join(scene.workspace, name)),
})
const plan = (...names: string[]) => planOf(profileOf(names))
const planOf = (profile: Parameters<typeof planProtection>[0]) => {
  const { pinned, existing, missing } = planProtection(profile)
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
    missing: ['.git/hooks', '.git/config', '.vscode', 'a', '.git/commondir'],
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

test('a profile without writable places needs no protection', () => {
  expect(plan('../outside/x')).toEqual({ pinned: [], existing: [], missing: [] })
  const readable = { host: scene.folder('workspace/a'), inside: `${scene.workspace}/a`, access: 'read' as const }
  scene.file('workspace/a/b/.env')
  expect(planOf({ ...profileOf(['a/b/.vscode'], ['a/b/.env']), mounts: [readable] })).toEqual({
    pinned: [],
    existing: [],
    missing: [],
  })
})

test('folders above what is masked are pinned', () => {
  scene.file('workspace/a/b/.env')
  scene.symlink('workspace/c/.env', '../a/b/.env')
  expect(planOf(profileOf([], ['a/b/.env', 'c/.env', 'gone/.env'])).pinned).toEqual(['a', 'a/b'])
})

test('what is masked with all around it is not shown again', () => {
  scene.file('workspace/a/.git/config')
  scene.file('workspace/a/b/.env')
  expect(planOf(profileOf(['a/.git/config', 'a/.vscode'], ['a', 'a/b/.env']))).toEqual({
    pinned: [],
    existing: [],
    missing: [],
  })
})

test('where the settings of a repository name other places, those are protected too', () => {
  scene.file('workspace/.git/config', '[core]\nhooksPath = .husky/_\n[include]\npath = ../more\npath = /elsewhere')
  scene.file('workspace/.husky/pre-commit')
  expect(plan('.git/config')).toEqual({
    pinned: ['.git'],
    existing: ['.git/config', '.husky'],
    missing: ['more', '.git/commondir'],
  })
  expect(planProtection(profileOf(['.git/config', '.git/hooks'])).missingFiles.toSorted()).toEqual([
    join(scene.workspace, '.git/commondir'),
    join(scene.workspace, 'more'),
  ])
})

test('settings that are a pipe do not block', () => {
  scene.pipe('workspace/.git/config')
  expect(plan('.git/config').existing).toEqual(['.git/config'])
})
