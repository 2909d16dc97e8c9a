import { expect, test } from 'vitest'
import { countTests } from './behaviour.ts'

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
