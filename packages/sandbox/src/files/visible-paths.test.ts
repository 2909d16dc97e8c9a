import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createScene, pathTarget as path, type Scene } from '../__fixtures__/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

describe('what a search program found', () => {
  test('is shown only where its content may be', async () => {
    scene.file('workspace/src/a.txt')
    scene.file('workspace/src/.env')
    scene.file('workspace/src/.drawbridge/x')
    scene.file('workspace/other.txt')
    scene.symlink('workspace/src/out', '../../outside/secret.txt')
    scene.symlink('workspace/src/in', 'a.txt')
    scene.hardlink('workspace/src/hard', 'outside/secret.txt')
    const { visible } = await scene.files(path('read', 'src', true))
    const shown = ['a.txt', '.env', '.drawbridge/x', '../other.txt', 'out', 'in', 'hard', 'missing'].filter((name) =>
      visible(join(scene.workspace, 'src', name)),
    )
    expect(shown).toEqual(['a.txt', 'in', 'missing'])
    expect(visible('src/a.txt')).toBe(true)
  })
})
