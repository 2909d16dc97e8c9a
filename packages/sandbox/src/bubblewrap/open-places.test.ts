import { readdirSync, readlinkSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScene, type Scene } from '../__fixtures__/scene.ts'
import { openPlaces } from './open-places.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

test('an opened file stays the same, whatever replaces its path', () => {
  const folder = scene.folder('workspace/a')
  using places = openPlaces([folder])
  renameSync(folder, `${folder}-moved`)
  symlinkSync(scene.outside, folder)
  expect(readlinkSync(`/proc/self/fd/${places.descriptors.get(folder)}`)).toBe(`${folder}-moved`)
})

test('a link, and a path through one, is refused and leaves nothing open', () => {
  scene.file('outside/x')
  const link = scene.symlink('workspace/link', scene.outside)
  const before = readdirSync('/proc/self/fd').length
  expect(() => openPlaces([scene.workspace, link])).toThrow(/has changed since it was checked/)
  expect(() => openPlaces([scene.workspace, join(link, 'x')])).toThrow(/has changed since it was checked/)
  expect(() => openPlaces([scene.workspace, join(scene.workspace, 'gone')])).toThrow()
  expect(readdirSync('/proc/self/fd').length).toBe(before)
})
