import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { searchPathOutside } from './search-path-outside.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-path-')))
  mkdirSync(join(root, 'project/node_modules/.bin'), { recursive: true })
  mkdirSync(join(root, 'tools'))
  symlinkSync(join(root, 'project/node_modules/.bin'), join(root, 'link'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test.each([
  ['relative folders', '.:./node_modules/.bin::bin'],
  ['folders of the project', 'ROOT/project:ROOT/project/node_modules/.bin:ROOT/project/missing'],
  ['links into the project', 'ROOT/link'],
  ['packages of another project', 'ROOT/other/node_modules/.bin'],
])('a program of ours is not looked for in %s', (_, searchPath) => {
  const folders = `${searchPath}:ROOT/tools:/usr/bin`.replaceAll('ROOT', root)
  expect(searchPathOutside(folders, [join(root, 'project')])).toBe(`${root}/tools:/usr/bin`)
})

test('a project that is the whole machine leaves the search path as it is', () => {
  expect(searchPathOutside('/usr/bin:/bin', ['/'])).toBe('/usr/bin:/bin')
})
