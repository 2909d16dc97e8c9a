import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkTestsBesideSource } from './tests-beside-source.ts'

const source = { 'packages/core/src/a/a.ts': 'export {}\n' }

test('given a test next to its source, it passes', async () => {
  const root = plantRepository({ ...source, 'packages/core/src/a/a.test.ts': 'export {}\n' })
  expect(await checkTestsBesideSource(root)).toMatchObject({ passed: 1, failed: 0 })
})

test('given a test in a folder of tests, it reports it', async () => {
  const root = plantRepository({ ...source, 'packages/core/src/tests/a.test.ts': 'export {}\n' })
  expect(await checkTestsBesideSource(root)).toMatchObject({
    failed: 1,
    report: [
      'packages/core/src/tests/a.test.ts has no source in its folder: move it to the folder of the code it tests.',
    ],
  })
})

test('given a package with sources and no test, it reports the package', async () => {
  expect(await checkTestsBesideSource(plantRepository(source))).toMatchObject({
    failed: 1,
    report: ['packages/core has no test at all.'],
  })
})
