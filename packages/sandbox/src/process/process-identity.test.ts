import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isProcessAlive, processIdentity } from './process-identity.ts'

test('this process is alive', () => {
  expect(isProcessAlive(processIdentity(process.pid))).toBe(true)
})

test('one that has ended is not', () => {
  const pid = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }))
  expect(isProcessAlive(processIdentity(pid))).toBe(false)
})

test('one that got the number of another is not the other', () => {
  expect(isProcessAlive(`${process.pid}-1`)).toBe(false)
  expect(isProcessAlive('noise')).toBe(false)
})
