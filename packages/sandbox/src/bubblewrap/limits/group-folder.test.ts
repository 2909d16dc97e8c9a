import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { counterIn, newGroupName, sweepGroups } from './group-folder.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'drawbridge-groups-'))
})
afterEach(() => rmSync(parent, { recursive: true }))

test('groups of processes that are gone are swept; those of living ones and of others stay', () => {
  const names = [newGroupName(), `drawbridge-${process.pid}-0-1`, 'drawbridge-x', 'other']
  for (const name of names) mkdirSync(join(parent, name))
  sweepGroups(parent)
  expect(names.map((name) => existsSync(join(parent, name)))).toEqual([true, false, true, true])
})

test('a counter is read by its name, and is none where there is no such file', () => {
  writeFileSync(join(parent, 'memory.events'), 'low 0\noom 3\noom_kill 2\n')
  expect(counterIn(join(parent, 'memory.events'), 'oom_kill')).toBe(2)
  expect(counterIn(join(parent, 'memory.events'), 'max')).toBe(0)
  expect(counterIn(join(parent, 'gone'), 'max')).toBe(0)
})
