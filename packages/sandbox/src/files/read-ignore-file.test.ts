import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultOf } from '../__fixtures__/fault-of.ts'
import { createScene, pathTarget as path, type Scene } from '../__fixtures__/scene.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
})
afterEach(() => scene[Symbol.dispose]())

describe('ignore rules', () => {
  test('are readable for listed folders and those above, up to the workspace', async () => {
    scene.file('workspace/.gitignore', 'dist')
    scene.file('workspace/a/.gitignore', 'tmp')
    scene.file('.gitignore', 'outside')
    scene.folder('workspace/a/b')
    scene.folder('workspace/c')
    scene.symlink('workspace/a/b/.gitignore', '../../../outside/secret.txt')
    const files = await scene.files(path('list', 'a', true))
    expect(await files.readIgnoreFile('.')).toBe('dist')
    expect(await files.readIgnoreFile('a')).toBe('tmp')
    expect(await files.readIgnoreFile('a/b')).toBeUndefined()
    expect(await files.readIgnoreFile('a/missing')).toBeUndefined()
    expect(await faultOf(files.readIgnoreFile('..'))).toMatchObject({ code: 'invalid_target' })
    expect(await faultOf(files.readIgnoreFile('c'))).toMatchObject({ code: 'invalid_target' })
  })
})
