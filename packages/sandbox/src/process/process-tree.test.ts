import { expect, test } from 'vitest'
import type { ProcessTable } from './process-table.ts'
import { createProcessTree } from './process-tree.ts'

interface Fake {
  readonly parent: number
  readonly group: number
  readonly marked?: boolean
}

function tableOf(processes: Map<number, Fake>): ProcessTable {
  return {
    pids: () => [...processes.keys()],
    inspect: (pid) => processes.get(pid),
    hasEnvironment: (pid) => processes.get(pid)?.marked === true,
    hasVariable: (pid) => processes.get(pid)?.marked === true,
  }
}

const start = (processes: Map<number, Fake>, earlier: readonly number[] = []) =>
  createProcessTree({ table: tableOf(processes), root: 10, marker: 'M=1', earlier: new Set(earlier) })

test('a tree is the group, the descendants and the processes with the marker, and no others', () => {
  const processes = new Map<number, Fake>([
    [1, { parent: 0, group: 1 }],
    [10, { parent: 1, group: 10 }],
    [11, { parent: 10, group: 10 }],
    [12, { parent: 11, group: 12 }],
    [13, { parent: 1, group: 13, marked: true }],
    [14, { parent: 13, group: 14 }],
    [15, { parent: 1, group: 15 }],
  ])
  expect(start(processes, [1]).alive()).toEqual([10, 11, 13, 12, 14])
})

test('a member that lost its parent stays one, and a dead one does not', () => {
  const processes = new Map<number, Fake>([
    [10, { parent: 1, group: 10 }],
    [12, { parent: 10, group: 12 }],
  ])
  const tree = start(processes)
  expect(tree.alive()).toEqual([10, 12])
  processes.delete(10)
  processes.set(12, { parent: 1, group: 12 })
  expect(tree.alive()).toEqual([12])
  processes.clear()
  expect(tree.alive()).toEqual([])
})

test('a process that ran before is never a member, even with the marker', () => {
  const processes = new Map<number, Fake>([[5, { parent: 1, group: 10, marked: true }]])
  expect(start(processes, [5]).alive()).toEqual([])
})
