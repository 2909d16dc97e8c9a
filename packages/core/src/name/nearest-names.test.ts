import { expect, test } from 'vitest'
import { didYouMean, nearestNames } from './nearest-names.ts'

const tools = ['fs.read_file', 'fs.write_file', 'fs.edit', 'runtime.run_command', 'fs.list_files']

test.each([
  ['fs.raed_file', 'fs.read_file'],
  ['read_file', 'fs.read_file'],
  ['ReadFile', 'fs.read_file'],
  ['fs__edti', 'fs.edit'],
  ['run_comand', 'runtime.run_command'],
])('%s is meant to be %s', (mistyped, meant) => {
  expect(nearestNames(mistyped, tools)[0]).toBe(meant)
})

test('what resembles nothing suggests nothing', () => {
  expect(nearestNames('quantum.entangle', tools)).toEqual([])
  expect(didYouMean('quantum.entangle', tools)).toBe('')
})

test('letters in another order and letters far apart in Unicode are compared as they are', () => {
  expect(nearestNames('fs.daer_file', tools)).toContain('fs.read_file')
  expect(nearestNames('fs.réad_file', tools)[0]).toBe('fs.read_file')
})

test('a name of any length costs little', () => {
  expect(nearestNames('x'.repeat(1_000_000), tools)).toEqual([])
})
