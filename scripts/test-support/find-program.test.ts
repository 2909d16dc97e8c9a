import { expect, test } from 'vitest'
import { findProgram } from './find-program.ts'

test('a program is found by its name, as an absolute path', () => {
  expect(findProgram('sh')).toMatch(/^\/.*\/sh$/)
})

test('a program that the machine lacks is not found', () => {
  expect(findProgram('no-such-program')).toBeUndefined()
})

test('a Node is found by its major version, and refused when its minor is too low', () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  expect(findProgram(`node-${major}`)).toMatch(/\/node$/)
  expect(findProgram(`node-${major}.${minor}`)).toMatch(/\/node$/)
  expect(findProgram(`node-${major}.999`)).toBeUndefined()
})
