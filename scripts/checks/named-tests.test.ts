import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkNamedTests } from './named-tests.ts'

const tests = { 'packages/core/src/a/a.test.ts': 'export {}\n' }

test('given a README that names tests from its folder, its package or by a pattern, it passes', async () => {
  const root = plantRepository({
    ...tests,
    'packages/core/README.md': 'held by `a/a.test.ts`, `src/a/*.test.ts`\n',
    'packages/core/src/a/README.md': 'held by `a.test.ts`\n',
    'packages/core/src/b/README.md': 'held by `a/a.test.ts`\n',
  })
  expect(await checkNamedTests(root)).toMatchObject({ passed: 1, failed: 0 })
})

test('given an invariant whose test has gone, it reports the README and the name', async () => {
  const root = plantRepository({ ...tests, 'packages/core/src/a/README.md': 'held by `b.test.ts`\n' })
  expect(await checkNamedTests(root)).toMatchObject({
    failed: 1,
    report: [
      'packages/core/src/a/README.md names the test `b.test.ts`, which does not exist: name the one that holds it.',
    ],
  })
})
