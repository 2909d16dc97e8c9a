import { chmodSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScene, type Scene } from '../__fixtures__/scene.ts'
import { findClosedPlaces } from './find-closed-places.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

const file = (path: string, mode: number) => chmodSync(scene.file(path), mode)

test('what only its owner reads is found, the outermost of it, and no more', () => {
  file('etc/open', 0o644)
  file('etc/secret', 0o600)
  file('etc/a/b/secret', 0o440)
  file('etc/closed/one', 0o600)
  file('etc/passed/one', 0o600)
  file('etc/passed/other', 0o644)
  scene.symlink('etc/link', 'secret')
  scene.pipe('etc/pipe')
  chmodSync(`${scene.root}/etc/closed`, 0o700)
  chmodSync(`${scene.root}/etc/passed`, 0o711)
  const found = (depth: number) =>
    findClosedPlaces(`${scene.root}/etc`, depth).map((path) => path.slice(scene.root.length))
  expect(found(5).toSorted()).toEqual(['/etc/a/b/secret', '/etc/closed', '/etc/passed/one', '/etc/secret'])
  expect(found(1).toSorted()).toEqual(['/etc/closed', '/etc/secret'])
})

test('of a folder that is not there nothing is found', () => {
  expect(findClosedPlaces(`${scene.root}/gone`, 3)).toEqual([])
})
