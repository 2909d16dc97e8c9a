import { expect, test } from 'vitest'
import { fileSection } from './file-section.ts'

test('folders are named by name, since a path or a pattern would match none', () => {
  const accepts = (name: string) => fileSection.schema.safeParse({ skippedFolders: [name] }).success
  expect(['node_modules', '.git', 'My Builds'].filter((name) => !accepts(name))).toEqual([])
  expect(['a/b', '*.d', 'a?', ''].filter(accepts)).toEqual([])
})
