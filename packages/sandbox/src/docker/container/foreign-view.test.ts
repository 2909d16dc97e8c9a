import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createScene, type Scene } from '../../__fixtures__/scene.ts'
import { foreignView, viewArguments, viewQuestions, viewScript } from './foreign-view.ts'

let scene: Scene
beforeEach(() => {
  scene = createScene()
  scene.file('here/a b.txt')
  scene.file('here/-n')
  scene.symlink('here/gone', 'nowhere')
  scene.folder('empty')
  scene.file('other/c.txt')
})
afterEach(() => scene[Symbol.dispose]())

const at = (path: string) => `${scene.root}/${path}`
const mount = (source: string, target = source) => ({ source: at(source), target: at(target), readOnly: false })
/** Asks a shell of this machine, for which each target is a folder of the scene. */
const ask = async (...mounts: readonly ReturnType<typeof mount>[]) => {
  const questions = await viewQuestions(mounts)
  const words = viewArguments(questions)
  return foreignView(execFileSync('sh', ['-c', viewScript, 'sh', ...words], { encoding: 'utf8' }), questions)
}

test('a folder with the names of this machine is the same', async () => {
  expect(await ask(mount('here'), mount('other'))).toBeUndefined()
})

test('a folder without any of them is another one, empty or not', async () => {
  expect(await ask(mount('other'), mount('here', 'empty'))).toMatchObject({ source: at('here'), target: at('empty') })
  expect(await ask(mount('here', 'other'))).toMatchObject({ target: at('other') })
})

test('a single name that is left, even a link to nowhere, makes it the same', async () => {
  scene.symlink('other/gone', 'nowhere')
  expect(await ask(mount('here', 'other'))).toBeUndefined()
})

test('nothing is asked of empty folders, files, and folders inside others', async () => {
  scene.file('here/inner/x')
  const inner = { source: at('here/inner'), target: at('here/inner'), readOnly: true }
  const questions = await viewQuestions([mount('empty'), mount('other/c.txt'), mount('here'), inner])
  expect(questions.map(({ target }) => target)).toEqual([at('here')])
})

test('a folder that cannot be entered is not judged', async () => {
  expect(await ask(mount('here', 'not-there'))).toBeUndefined()
})
