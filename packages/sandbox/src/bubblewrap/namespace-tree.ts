import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { constants } from 'node:os'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { ProgramTree } from '../launch/program.ts'
import { askToEnd } from '../process/end-tree.ts'
import type { ProcessTable } from '../process/process-table.ts'
import { sendSignal } from '../process/send-signal.ts'

export interface NamespaceTreeOptions {
  readonly table: ProcessTable
  /** Bubblewrap itself, which waits outside. */
  readonly monitor: number
  /** The first process of the namespace, as this machine counts; undefined until it is known. */
  readonly first: () => number | undefined
  /** True if the first process is the program itself, and is asked to end like all others. */
  readonly isProgram: boolean
}

export interface NamespaceTree extends ProgramTree, Disposable {
  alive(): readonly number[]
  /** Returns the first process of the namespace while it is alive; undefined if it is not known yet. */
  first(): number | undefined
  /** To be called when the first process is known: from then on no later process with its number is taken for it. */
  hold(): void
  /** True if its first process has ended. The kernel ends all others before. */
  isOver(): boolean
  /** True if this process killed it. */
  wasKilled(): boolean
  /** Kills whatever is left and settles when nothing is, or the kernel holds on to it for long. */
  vanish(): Promise<void>
}

const lookEveryMs = 2
const longestMs = 3000
const quickLooks = 8

/**
 * All processes of a process namespace: whatever they do, they descend from its first process, and end with it. That one and the
 * monitor get no signal but the last, or the end would be a hard one for everybody.
 */
export function createNamespaceTree({ table, monitor, first, isProgram }: NamespaceTreeOptions): NamespaceTree {
  let held: { readonly pid: number; readonly stat: number } | undefined
  let isKilled = false
  const killNow = () => {
    isKilled = true
    if (table.inspect(monitor) !== undefined) sendSignal(monitor, 'SIGKILL')
    const pid = firstAlive()
    if (pid !== undefined) sendSignal(pid, 'SIGKILL')
  }
  const vanish = async () => {
    // It is nearly always gone within the next turns.
    for (let turn = 0; turn < quickLooks; turn += 1) {
      if (firstAlive() === undefined) return
      await nextTurn()
    }
    for (let waited = 0; waited < longestMs; waited += lookEveryMs) {
      const pid = firstAlive()
      if (pid === undefined) return
      sendSignal(pid, 'SIGKILL')
      await wait(lookEveryMs)
    }
  }
  return {
    alive: everybody,
    first: firstAlive,
    hold: () => void firstAlive(),
    end: async (manner) => {
      if (!isProgram || mayAnswer(manner.signals)) {
        await askToEnd({ alive: anybody, asked: isProgram ? everybody : inside }, manner)
      }
      for (let waited = 0; waited < longestMs && anybody().length > 0; waited += lookEveryMs) {
        killNow()
        await wait(lookEveryMs)
      }
      return everybody()
    },
    killNow,
    isOver: () => first() !== undefined && firstAlive() === undefined,
    wasKilled: () => isKilled,
    vanish,
    [Symbol.dispose]: () => {
      if (held !== undefined) closeSync(held.stat)
      held = undefined
    },
  }

  function firstAlive(): number | undefined {
    const pid = first()
    if (pid === undefined) return undefined
    try {
      held ??= { pid, stat: openSync(`/proc/${pid}/stat`, 'r') }
      const buffer = Buffer.alloc(256)
      const length = readSync(held.stat, buffer, 0, buffer.length, 0)
      return /\) [ZX] /.test(buffer.toString('latin1', 0, length)) ? undefined : pid
    } catch {
      return undefined
    }
  }

  /** The first process of a namespace gets no signal that it does not handle. */
  function mayAnswer(signals: readonly NodeJS.Signals[]): boolean {
    const pid = firstAlive()
    if (pid === undefined || inside().length > 0) return true
    const caught = caughtBy(pid)
    return signals.some((name) => ((caught >> BigInt(constants.signals[name] - 1)) & 1n) === 1n)
  }

  function everybody(): readonly number[] {
    const pid = firstAlive()
    if (pid !== undefined) return [pid, ...inside()]
    return first() === undefined && table.inspect(monitor) !== undefined ? [monitor] : []
  }

  /** Like `everybody`, but without scanning all processes of the machine: no process outlives the first. */
  function anybody(): readonly number[] {
    const pid = firstAlive()
    return pid === undefined ? everybody() : [pid]
  }

  function inside(): readonly number[] {
    const pid = firstAlive()
    if (pid === undefined) return []
    const parents = new Map(table.pids().map((candidate) => [candidate, table.inspect(candidate)?.parent] as const))
    const members = new Set([pid])
    for (let before = -1; before !== members.size; ) {
      before = members.size
      for (const [candidate, parent] of parents) if (parent !== undefined && members.has(parent)) members.add(candidate)
    }
    members.delete(pid)
    return [...members]
  }
}

/** Returns the signals that a process handles, as bits; none if the process is gone. */
function caughtBy(pid: number): bigint {
  try {
    return BigInt(`0x${/^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? '0'}`)
  } catch {
    return 0n
  }
}
