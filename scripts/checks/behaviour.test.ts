import { expect, test } from 'vitest'
import { plantRepository } from '../test-support/plant-repository.ts'
import { checkBehaviour, countTests } from './behaviour.ts'

const report = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1 }

test('given a clean run, it counts passed and skipped tests', () => {
  expect(countTests(0, report)).toEqual({ passed: 7, failed: 0, skipped: 3, report: [] })
})

test('given failed tests, it counts them', () => {
  expect(countTests(1, { ...report, numFailedTests: 2 })).toMatchObject({ passed: 7, failed: 2 })
})

test('given a run that failed outside of a test, as by a file that does not load, it counts one failure', () => {
  expect(countTests(1, report)).toMatchObject({ passed: 7, failed: 1 })
})

test('given a runner that died without a report, it counts one failure', () => {
  expect(countTests(0, undefined)).toMatchObject({ passed: 0, failed: 1 })
})

test('given a suite with a failing test and a file that does not load, it fails', async () => {
  const passing = `import { test } from 'vitest'\ntest('sound', () => {})\ntest.skip('later', () => {})\n`
  const failing = `import { test } from 'vitest'\ntest('unsound', () => { throw new Error('planted') })\n`
  const planted = { 'packages/core/src/sound.test.ts': passing }

  const sound = plantRepository(planted)
  expect(await checkBehaviour(sound, 'capture')).toMatchObject({ passed: 1, failed: 0, skipped: 1 })
  const unsound = plantRepository({ ...planted, 'packages/core/src/unsound.test.ts': failing })
  expect(await checkBehaviour(unsound, 'capture')).toMatchObject({ passed: 1, failed: 1, skipped: 1 })
  const broken = plantRepository({ ...planted, 'packages/core/src/broken.test.ts': `import './gone.ts'\n` })
  expect(await checkBehaviour(broken, 'capture')).toMatchObject({ passed: 1, failed: 1, skipped: 1 })
})
