import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkMachinePaths, findMachinePaths } from './machine-paths.ts'

test('given a document that names a folder of its writer, it reports file, line and path', async () => {
  const root = plantRepository({ 'docs/planted.md': '# Planted\n\nRun it in /work/main please.\n' })
  expect(await checkMachinePaths(root)).toMatchObject({
    failed: 1,
    report: ['docs/planted.md:3 names /work/main: make it relative, or take it from an option.'],
  })
})

test('given such a path in a test, which may have it as data, it passes', async () => {
  const root = plantRepository({ 'packages/core/src/planted.test.ts': `export const path = '/root/.ssh/id'\n` })
  expect(await checkMachinePaths(root)).toMatchObject({ failed: 0 })
})

test('given a worktree of git, whose .git is a file that names the repository, it passes', async () => {
  const root = plantRepository({ '.git': 'gitdir: /root/checkout/.git/worktrees/planted\n' })
  expect(await checkMachinePaths(root)).toMatchObject({ failed: 0 })
})

test.each([
  ['cd /root/.cache', '/root/.cache'],
  ['"/Users/ann/project"', '/Users/ann/project'],
  ['`/home/ann/project`', '/home/ann/project'],
  ['file:///work/main/a.ts', '/work/main'],
])('%s is found', (content, text) => {
  expect(findMachinePaths(content, '/checkout')).toEqual([{ line: 1, text }])
})

test('the folder of the checkout is found in any place', () => {
  expect(findMachinePaths('see /opt/checkout/docs', '/opt/checkout')).toEqual([{ line: 1, text: '/opt/checkout' }])
})

test.each([
  '/workspace/a.ts',
  '/home/user/.ssh',
  '/home/me/project',
  './work/a',
  'packages/work/a',
  'https://example.com/work/a',
  '~/root/x',
  '/root',
  'binary\0/root/x',
])('%s is left alone', (content) => {
  expect(findMachinePaths(content, '/checkout')).toEqual([])
})
