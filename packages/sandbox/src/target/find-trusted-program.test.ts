import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScene, type Scene } from '../__fixtures__/scene.ts'
import { findTrustedProgram, whyUntrusted } from './find-trusted-program.ts'

let scene: Scene
let file: string
beforeEach(() => {
  scene = createScene()
  file = scene.file('outside/bin/bwrap', '#!/bin/sh\nexit 1\n')
  chmodSync(file, 0o755)
})
afterEach(() => scene[Symbol.dispose]())

const folder = () => join(scene.outside, 'bin')
const find = (...folders: string[]) =>
  findTrustedProgram('bwrap', { software: 'bubblewrap', searchPath: folders.join(':'), writable: [scene.workspace] })
const plant = (path: string) => {
  chmodSync(scene.file(path, '#!/bin/sh\nexit 0\n'), 0o755)
  return join(scene.root, path, '..')
}

test('a program is found on the search path, and its absence is said', () => {
  expect(find(folder())).toEqual({ status: 'found', file })
  expect(find('/nowhere')).toMatchObject({ status: 'absent', reason: expect.stringContaining('Install it') })
})

test('one that others may change is not trusted, nor one in a folder that they may change', () => {
  chmodSync(file, 0o777)
  expect(find(folder())).toMatchObject({ status: 'absent', reason: expect.stringContaining(file) })
  chmodSync(file, 0o755)
  chmodSync(folder(), 0o777)
  expect(find(folder())).toMatchObject({ status: 'absent', reason: expect.stringContaining('other users may change') })
})

test('one where sandboxed programs may write is not trusted', () => {
  expect(whyUntrusted(file, [scene.outside])).toContain(scene.outside)
  expect(whyUntrusted(file, [scene.workspace, '/'])).toBeUndefined()
})

test('one that a sandboxed program may have left is passed over, wherever it comes on the search path', () => {
  const planted = [plant('workspace/bin/bwrap'), plant('elsewhere/node_modules/.bin/bwrap')]
  expect(find(...planted, folder())).toEqual({ status: 'found', file })
  expect(find(...planted)).toMatchObject({ status: 'absent', reason: expect.stringContaining('is not trusted') })
})
