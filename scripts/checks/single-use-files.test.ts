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
