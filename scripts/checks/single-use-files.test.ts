import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkSingleUseFiles } from './single-use-files.ts'

const caller = {
  'packages/core/src/a/caller.ts': "import { slice } from './slice.ts'\n\nexport const twice = slice * 2\n",
}
const slice = { 'packages/core/src/a/slice.ts': 'export const slice = 1\n' }

test('given a short file that only its neighbour imports, it names both', async () => {
  expect(await checkSingleUseFiles(plantRepository({ ...caller, ...slice }))).toMatchObject({
    failed: 1,
    report: [
      'packages/core/src/a/slice.ts has 1 lines, and only packages/core/src/a/caller.ts imports it: move them there, or test the file separately.',
    ],
  })
})

test('it sees imports that span lines, and imports of types', async () => {
  const spanning = "import type {\n  A,\n  B,\n} from './slice.ts'\n\nexport type C = A | B\n"
  const root = plantRepository({ 'packages/core/src/a/caller.ts': spanning, ...slice })
  expect(await checkSingleUseFiles(root)).toMatchObject({ failed: 1 })
})

test.each([
  ['a second importer', { 'packages/core/src/a/other.ts': caller['packages/core/src/a/caller.ts'] }],
  ['a second importer in another folder', { 'packages/core/src/b.ts': "export { slice } from './a/slice.ts'\n" }],
  ['a test that imports the file', { 'packages/core/src/a/slice.test.ts': "import { slice } from './slice.ts'\n" }],
  ['more than 25 lines', { 'packages/core/src/a/slice.ts': `export const slice = 1\n${'//\n'.repeat(25)}` }],
  [
    'an importer that loads the file later',
    { 'packages/core/src/a/caller.ts': "export const load = () => import('./slice.ts')\n" },
  ],
  [
    'only a door that names the file',
    { 'packages/core/src/a/caller.ts': '', 'packages/core/src/a/index.ts': "export { slice } from './slice.ts'\n" },
  ],
  ['a door of the package', { 'packages/core/package.json': '{ "exports": { "./slice": "./src/a/slice.ts" } }' }],
])('given %s, it passes', async (_, files) => {
  expect(await checkSingleUseFiles(plantRepository({ ...caller, ...slice, ...files }))).toMatchObject({ failed: 0 })
})

const lonely = { 'packages/core/src/a/b/lonely.ts': 'export const lonely = 1\n' }

test.each([
  ['only a door', { 'packages/core/src/a/b/index.ts': "export { lonely } from './lonely.ts'\n" }],
  [
    'only tests and fixtures',
    { 'packages/core/src/a/b/lonely.test.ts': '', 'packages/core/src/a/b/__fixtures__/x.ts': '' },
  ],
  ['nothing', {}],
])('given a folder with one file and %s beside it, it names the file', async (_, files) => {
  expect(await checkSingleUseFiles(plantRepository({ ...lonely, ...files }))).toMatchObject({
    failed: 1,
    report: [
      'packages/core/src/a/b/lonely.ts is the only source file in its folder: move it to the folder that it belongs to.',
    ],
  })
})

test('given a folder with a door alone, it names the folder', async () => {
  const root = plantRepository({ 'packages/core/src/a/index.ts': 'export {}\n' })
  expect(await checkSingleUseFiles(root)).toMatchObject({
    failed: 1,
    report: [expect.stringContaining('core/src/a is')],
  })
})

test.each([
  ['a second file', { 'packages/core/src/a/b/second.ts': '' }],
  ['a folder below it', { 'packages/core/src/a/b/c/one.ts': '', 'packages/core/src/a/b/c/two.ts': '' }],
])('given %s beside the one file of a folder, it passes', async (_, files) => {
  expect(await checkSingleUseFiles(plantRepository({ ...lonely, ...files }))).toMatchObject({ failed: 0 })
})

test('given test support in one file, it passes', async () => {
  const root = plantRepository({ 'packages/core/src/testing/fake.ts': '' })
  expect(await checkSingleUseFiles(root)).toMatchObject({ failed: 0 })
})
