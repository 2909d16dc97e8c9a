import { expect, test } from 'vitest'
import { type ContainedProcess, unclaimed } from './contained-process.ts'

const process = (pid: number, parent: number, group: number, marker?: string): ContainedProcess => {
  return { pid, parent, group, ...(marker === undefined ? {} : { marker }) }
}
const holder = [process(1, 0, 1), process(2, 1, 1)]
const pids = (processes: readonly ContainedProcess[], isOthers = (_: ContainedProcess) => false) =>
  unclaimed(processes, { root: 1, isOthers }).map(({ pid }) => pid)

test('what holds the container belongs to nobody', () => {
  expect(pids(holder)).toEqual([])
})

test('everything else does, whatever its parent, group or environment', () => {
  expect(pids([...holder, process(7, 0, 7, 'mine'), process(8, 7, 7), process(9, 1, 9)])).toEqual([7, 8, 9])
})

test('the trees of others are theirs: children, and the group even where the parent is gone', () => {
  const others = [process(20, 0, 20, 'theirs'), process(21, 20, 21), process(22, 21, 22), process(23, 1, 20)]
  const isOthers = ({ marker }: ContainedProcess) => marker === 'theirs'
  expect(pids([...holder, process(7, 0, 7, 'mine'), ...others], isOthers)).toEqual([7])
})
