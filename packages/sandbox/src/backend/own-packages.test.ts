import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createScene } from '../__fixtures__/scene.ts'
import { ownPackages } from './own-packages.ts'

test('the outermost folder of packages in which a program lies is found, by whatever link it was started', () => {
  using scene = createScene()
  const program = scene.file('workspace/node_modules/.store/cli/node_modules/cli/main.js')
  const link = scene.symlink('bin/cli', program)
  expect(ownPackages([program, link])).toEqual([join(scene.workspace, 'node_modules')])
  expect(ownPackages([scene.file('outside/main.js'), '/gone/node_modules.js'])).toEqual([])
})
