import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createScene, type Scene } from '../__fixtures__/scene.ts'
import { surveyMachine } from './survey-machine.ts'

let scene: Scene
let userHome: string
beforeEach(() => {
  scene = createScene()
  userHome = join(scene.root, 'user')
})
afterEach(() => scene[Symbol.dispose]())

describe('folders of programs', () => {
  const found = (...folders: string[]) => surveyMachine({ userHome, searchPath: folders.join(':') }).programFolders

  test('come back from a home, and with them what was installed together', () => {
    const own = scene.folder('user/.local/bin')
    const version = scene.folder('user/.versions/node/v24/bin')
    expect(found(own, version, '/usr/bin', 'relative', join(userHome, 'gone'))).toEqual([own, join(version, '..')])
  })

  test('bring nothing else that lies right in the home', () => {
    const bin = scene.folder('user/bin')
    const cargo = scene.folder('user/.cargo/bin')
    expect(found(bin, cargo)).toEqual([bin, cargo])
  })

  test('never bring the home itself', () => {
    expect(found(userHome)).toEqual([])
  })
})

test('the home is private and other homes are hidden; only what can be read needs a mask', () => {
  const survey = surveyMachine({ userHome, searchPath: '' })
  expect(survey.privateFolders).toContain(userHome)
  expect(survey.hiddenFolders).not.toContain(userHome)
  expect(survey.hiddenFolders).toEqual(expect.arrayContaining(['/home', '/run']))
  const isAdministrator = process.getuid?.() === 0
  for (const path of ['/etc/shadow', '/var/log']) expect(survey.systemSecrets.includes(path)).toBe(isAdministrator)
})
