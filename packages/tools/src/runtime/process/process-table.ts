import { fail } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import type { BackgroundProcess } from '@drawbridge/core/machine'
import type { SessionKey } from '@drawbridge/core/registry'

/** A background process of a session, and how far its output has been polled. */
export interface ProcessEntry {
  /** Unique in the session: `p1`, `p2`, … */
  readonly id: string
  readonly command: string
  readonly cwd: string
  readonly process: BackgroundProcess
  /** Byte up to which `poll` has handed the output out. */
  polledTo: number
  /** The time at which its end was first noticed, in milliseconds since the Unix epoch. */
  endedAt?: number
}

/** The background processes of one session. */
export interface BackgroundProcesses {
  /** Ends with `quota_exceeded` if too many processes run; call it before one is started. */
  assertRoom(clock: Clock): void
  add(entry: Pick<ProcessEntry, 'command' | 'cwd' | 'process'>): ProcessEntry
  /** Newest first. */
  list(clock: Clock): readonly ProcessEntry[]
  /** Ends with `invalid_target` if the session has no such process. */
  get(id: string, clock: Clock): ProcessEntry
  remove(id: string): void
  /** Ends all of them, with all they started. */
  stopAll(): Promise<void>
}

const maxRunning = 32
const keptMs = 30 * 60 * 1000
/** The maximum number of ended processes that are kept, the newest. */
const maxEnded = 64

/** Ended ones are kept for half an hour; with the session all of them end. */
export const processTable: SessionKey<BackgroundProcesses> = {
  name: 'background processes',
  create: createProcessTable,
  dispose: (table) => table.stopAll(),
}

function createProcessTable(): BackgroundProcesses {
  const entries = new Map<string, ProcessEntry>()
  let count = 0

  const tidy = (clock: Clock): void => {
    const now = clock.now()
    const ended = [...entries.values()].filter((entry) => entry.process.outcome() !== undefined)
    for (const entry of ended) entry.endedAt ??= now
    const old = ended.filter(({ endedAt = now }) => now - endedAt > keptMs)
    for (const { id } of [...old, ...ended.slice(0, -maxEnded)]) entries.delete(id)
  }

  return {
    assertRoom: (clock) => {
      tidy(clock)
      const running = [...entries.values()].filter((entry) => entry.process.outcome() === undefined)
      if (running.length < maxRunning) return
      fail(
        'quota_exceeded',
        `${running.length} processes are already running in the background. Kill one with runtime.process first.`,
      )
    },
    add: (entry) => {
      count += 1
      const added: ProcessEntry = { ...entry, id: `p${count}`, polledTo: 0 }
      entries.set(added.id, added)
      return added
    },
    list: (clock) => {
      tidy(clock)
      return [...entries.values()].reverse()
    },
    get: (id, clock) => {
      tidy(clock)
      return entries.get(id) ?? fail('invalid_target', unknownId(id, [...entries.keys()]))
    },
    remove: (id) => void entries.delete(id),
    stopAll: async () => {
      await Promise.allSettled([...entries.values()].map(({ process }) => process.stop()))
    },
  }
}

function unknownId(id: string, known: readonly string[]): string {
  const there = known.length === 0 ? 'It has none.' : `It has: ${known.join(', ')}.`
  return `This session has no background process ${JSON.stringify(id)}. ${there} Ended ones are forgotten after 30 minutes.`
}
