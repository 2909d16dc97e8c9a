import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { processMarker } from '../../process/process-marker.ts'
import { listScript, readInsideProcesses } from './inside-processes.ts'

const marker = 'e1b6cf36-0000-4000-8000-123456789abc'

test('lines become processes, without those that are over', () => {
  const printed = `1 S 0 1 1|\n7 R 1 7 7 0|${marker}HOME=/\n8 Z 7 7 7|\nnoise\n`
  expect(readInsideProcesses(printed)).toEqual([
    { pid: 1, parent: 0, group: 1 },
    { pid: 7, parent: 1, group: 7, marker },
  ])
})

test('a process whose name breaks its line is there still', () => {
  expect(readInsideProcesses('9 9 (a|\n')).toEqual([{ pid: 9, parent: -1, group: -1 }])
})

test('the script finds a process of this machine with its parent, group and marker', async () => {
  const own = randomUUID()
  const child = spawn('sleep', ['60'], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, BEFORE: 'two\nlines', [processMarker]: own, ZLATER: 'x' },
  })
  try {
    await once(child, 'spawn')
    const found = readInsideProcesses(execFileSync('sh', ['-c', listScript], { encoding: 'utf8' }))
    expect(found.find(({ pid }) => pid === child.pid)).toEqual({
      pid: child.pid,
      parent: process.pid,
      group: child.pid,
      marker: own,
    })
  } finally {
    child.kill('SIGKILL')
  }
})
