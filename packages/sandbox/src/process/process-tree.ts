import type { ProcessTable } from './process-table.ts'

export interface ProcessTree {
  /** The members that are alive now. */
  alive(): readonly number[]
}

export interface ProcessTreeOptions {
  readonly table: ProcessTable
  /** The program itself, leader of its own process group. */
  readonly root: number
  /** `NAME=value`: set in the program's environment and inherited by what it starts. */
  readonly marker: string
  /** Processes that ran before the program did and so are none of its own. */
  readonly earlier: ReadonlySet<number>
}

/**
 * All processes that a program started: its process group, children of members, and processes with its marker, which
 * also finds daemons that left group and session. A member stays one. A program that both leaves its tree and clears
 * its environment before it is seen escapes: only a sandbox with its own process ids stops that.
 */
export function createProcessTree({ table, root, marker, earlier }: ProcessTreeOptions): ProcessTree {
  const members = new Set([root])
  return {
    alive: () => {
      const processes = new Map(
        table.pids().flatMap((pid) => {
          const facts = earlier.has(pid) ? undefined : table.inspect(pid)
          return facts === undefined ? [] : [[pid, facts] as const]
        }),
      )
      for (const member of members) if (!processes.has(member)) members.delete(member)
      for (const [pid, { group }] of processes) {
        if (group === root || table.hasEnvironment(pid, marker)) members.add(pid)
      }
      addChildren(members, processes)
      return [...members]
    },
  }
}

function addChildren(members: Set<number>, processes: ReadonlyMap<number, { readonly parent: number }>): void {
  for (let before = -1; before !== members.size; ) {
    before = members.size
    for (const [pid, { parent }] of processes) if (members.has(parent)) members.add(pid)
  }
}
