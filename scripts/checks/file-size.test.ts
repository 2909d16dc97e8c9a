import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkFileSize } from './file-size.ts'

const lines = (count: number) => 'export {}\n'.repeat(count)

test('given sources of at most 300 lines and a longer test, it passes', async () => {
  const root = plantRepository({
    'packages/core/src/long.ts': lines(300),
    'packages/core/src/long.test.ts': lines(400),
    'packages/core/src/__fixtures__/long.ts': lines(400),
  })
  expect(await checkFileSize(root)).toMatchObject({ passed: 1, failed: 0 })
})

test('given a longer source, it reports file and length', async () => {
  const root = plantRepository({ 'packages/core/src/long.ts': lines(301) })
  expect(await checkFileSize(root)).toMatchObject({
    failed: 1,
    report: ['packages/core/src/long.ts has 301 lines, more than 300: split it by what its parts are about.'],
  })
})
