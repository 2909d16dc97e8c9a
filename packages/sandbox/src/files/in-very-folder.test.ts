import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faultOf } from '../__fixtures__/fault-of.ts'
import { inVeryFolder } from './in-very-folder.ts'

let root: string
const at = (path: string) => join(root, path)
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-very-folder-')))
  mkdirSync(at('place'))
  mkdirSync(at('elsewhere'))
})
afterEach(() => rmSync(root, { recursive: true }))

const make = () => inVeryFolder(at('place'), (entry) => mkdirSync(entry('made')))

test('an entry is made in the folder of that path', () => {
  make()
  expect(existsSync(at('place/made'))).toBe(true)
})

test.each([
  ['replaced by a link', () => symlinkSync(at('elsewhere'), at('place'))],
  ['gone', () => undefined],
])('nothing is made where the folder was %s', async (_how, replace) => {
  renameSync(at('place'), at('moved'))
  replace()
  expect(await faultOf(make)).toMatchObject({ code: 'stale_file' })
  expect(existsSync(at('elsewhere/made'))).toBe(false)
})

test('an entry stays in the folder that was opened, whatever comes to stand at its path meanwhile', () => {
  inVeryFolder(at('place'), (entry) => {
    renameSync(at('place'), at('moved'))
    symlinkSync(at('elsewhere'), at('place'))
    mkdirSync(entry('made'))
  })
  expect([existsSync(at('moved/made')), existsSync(at('elsewhere/made'))]).toEqual([true, false])
})
