import type { Child } from '@drawbridge/core/agent'
import type { SubagentFacts } from '@drawbridge/core/hook'
import type { House } from '@drawbridge/room'
import type { ChildRecord } from '../record/child-record.ts'

/** The operator's hooks about the children of a process. Disposing of it waits for those that are still being told. */
export interface ChildHooks extends AsyncDisposable {
  /** Rejects with the reason if a hook refuses a child. */
  start(record: ChildRecord, signal: AbortSignal): Promise<void>
  /** Tells that a child has ended, if it had begun to work. */
  stop(record: ChildRecord): void
}

class HookRefusal extends Error {}

/** Returns what a rejected child says of who rejected it. @param error What `start` or the making of its copy rejected with. */
export function rejectionOf(error: unknown): Pick<Child, 'rejectedBy'> {
  return error instanceof HookRefusal ? { rejectedBy: 'hook' } : {}
}

/** Creates what tells the hooks of the house. */
export function createChildHooks(house: Pick<House, 'subagentHooks'>): ChildHooks {
  const telling = new Set<Promise<void>>()
  return {
    start: async (record, signal) => {
      const objection = await (await house.subagentHooks()).start(factsOf(record), signal)
      if (objection !== undefined) throw new HookRefusal(objection)
    },
    stop: (record) => {
      if (record.startedAt === undefined) return
      const told = house
        .subagentHooks()
        .then((hooks) => hooks.stop(factsOf(record), record))
        .finally(() => telling.delete(told))
      telling.add(told)
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all(telling)),
  }
}

function factsOf(record: ChildRecord): SubagentFacts {
  const { id, label, task, role, depth, runs, agent, user, parent, parentRun } = record
  return { child: id, label, task, role, depth, runs, agent, user, parent: { session: parent, run: parentRun } }
}
