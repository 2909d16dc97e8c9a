import type { Target } from '@drawbridge/core'
import type { PathTarget } from '@drawbridge/core/target'
import { expect, test } from 'vitest'
import { scopedFolders } from './scoped-folders.ts'

const path = (real: string, more: Partial<PathTarget> = {}): PathTarget => ({
  kind: 'path',
  declared: real,
  real,
  access: 'read',
  recursive: false,
  zone: 'workspace',
  sensitive: false,
  ...more,
})

test.each<[string, readonly Target[], readonly string[]]>([
  ['a file in the workspace itself', [path('/w/a.ts')], []],
  ['a file far below, with the folders above it', [path('/w/a/b/c.ts')], ['/w/a', '/w/a/b']],
  ['a folder that is listed', [path('/w/a', { access: 'list' })], ['/w/a']],
  ['two files of one folder', [path('/w/a/b.ts'), path('/w/a/c.ts')], ['/w/a']],
  ['a file outside, also with a similar name', [path('/v/a/b.ts'), path('/word/a/b.ts')], []],
  ['a dependency, up to the folder that holds it', [path('/w/a/node_modules/x/y.js')], ['/w/a']],
  ['a file that was only met in a folder', [path('/w/a/b/c.ts', { metIn: 'a' })], []],
  ['a file that is not on disk', [path('/w/a/b.ts', { virtual: true })], []],
])('folders with instructions of their own: %s', (_what, targets, folders) => {
  expect(scopedFolders(targets, '/w')).toEqual(folders)
})
