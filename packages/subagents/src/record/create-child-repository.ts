import type { ChildrenCost } from '@drawbridge/core/agent'
import type { Clock } from '@drawbridge/core/base'
import { takeTurns } from '@drawbridge/room'
import type { Database, Transaction } from '@drawbridge/store/database'
import { createOutbox } from '@drawbridge/store/jobs'
import { hasEnded, processIdentity } from '@drawbridge/store/sessions'
import { announcementKind, announcementOf, recipientOf } from '../announce/announcement.ts'
import { type Admission, admitChild, type TreeLimits, type TreeUse } from '../run/admit-child.ts'
import { type ChildEnd, type ChildOptions, type ChildRecord, endedWithoutWork } from './child-record.ts'
import { childOf, childRows } from './child-rows.ts'

/** A child before it is admitted. */
export type NewChild = Omit<
  ChildRecord,
  | 'state'
  | 'runs'
  | 'text'
  | 'turns'
  | 'calls'
  | 'tokens'
  | 'cost'
  | 'artifacts'
  | 'createdAt'
  | 'toldRun'
  | 'reservedTokens'
  | 'reservedCost'
>

/** The silence after which a process on another host counts as dead, in milliseconds. */
const silenceMs = 60_000

/** The children that a database keeps. */
export interface ChildRepository {
  /** Adds a child, as `pending` or as `rejected` with the reason. The limits hold over all processes. */
  add(child: NewChild, limits: TreeLimits): Promise<ChildRecord>
  /** Makes an ended child pending again with a new task. Undefined if it runs. */
  again(child: ChildRecord, task: string, limits: TreeLimits): Promise<Admission | undefined>
  /** False if it is not pending any more. */
  start(id: string): Promise<boolean>
  /** Ends a run and announces it to the parent, in one transaction. Resolves to undefined if it had ended before. */
  end(child: ChildRecord, end: ChildEnd): Promise<ChildRecord | undefined>
  find(id: string): Promise<ChildRecord | undefined>
  ofParent(parent: string): Promise<readonly ChildRecord[]>
  ofTree(root: string): Promise<readonly ChildRecord[]>
  spentBelow(session: string): Promise<ChildrenCost | undefined>
  newest(limit: number): Promise<readonly ChildRecord[]>
  /** Returns the children that wait or run in a process that has ended, or that has been silent for a minute on another host. */
  orphans(): Promise<readonly ChildRecord[]>
  /** Notes that the result of a call tells the end of a run. */
  tell(child: Pick<ChildRecord, 'id' | 'runs'>, call: string): Promise<void>
  /** Reports that this process is alive. */
  beat(): Promise<void>
}

/** Creates the repository of children. */
export function createChildRepository(database: Database, clock: Clock): ChildRepository {
  const outbox = createOutbox(database, { clock })
  const own = () => {
    const { host, pid, started } = processIdentity()
    return [host, pid, started] as const
  }
  const useOf = async (transaction: Transaction, root: string, parent: string): Promise<TreeUse> => {
    await transaction.run(childRows.addTree, root)
    const tree = await transaction.get(childRows.lockTree, root)
    const ofParent = await transaction.get(childRows.countOpenOfParent, parent)
    const ofTree = await transaction.get(childRows.countOpenOfTree, root)
    return {
      spawned: tree?.spawned ?? 0,
      tokens: tree?.tokens ?? 0,
      cost: tree?.cost ?? 0,
      openOfParent: ofParent?.n ?? 0,
      openOfTree: ofTree?.n ?? 0,
    }
  }
  // One at a time: a thousand that wait for the row of one tree would take all connections.
  const inTurn = takeTurns()
  const admit = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
    inTurn(() => database.transaction(work))
  const announce = (
    transaction: Transaction,
    child: Pick<ChildRecord, 'id' | 'label' | 'parent' | 'role' | 'agent' | 'branch'> & { readonly runs?: number },
    end: ChildEnd,
  ) => {
    const runs = child.runs ?? 1
    return outbox.sendIn(transaction, {
      recipient: recipientOf(child.parent),
      kind: announcementKind,
      key: `${child.id}/${runs}`,
      payload: announcementOf({ ...child, runs }, end),
    })
  }
  const find = async (id: string) => {
    const row = await database.get(childRows.find, id)
    return row && childOf(row)
  }
  const need = async (id: string) => {
    const found = await find(id)
    if (found === undefined) throw new Error(`The child ${id} is not recorded.`)
    return found
  }

  return {
    add: async (child, limits) => {
      await admit(async (transaction) => {
        const use = await useOf(transaction, child.root, child.parent)
        const admission = admitChild(child.depth, use, limits)
        const { tokens, cost, objection } = admission
        const now = clock.now()
        await transaction.run(
          childRows.insert,
          child.id,
          child.root,
          child.parent,
          child.parentRun,
          JSON.stringify(child.parents),
          child.depth,
          JSON.stringify(child.path),
          child.label,
          child.task,
          child.role,
          child.agent ?? null,
          child.user ?? null,
          JSON.stringify(child.options),
          objection === undefined ? 'pending' : 'rejected',
          objection ?? null,
          tokens,
          cost,
          ...own(),
          now,
          objection === undefined ? null : now,
        )
        if (objection === undefined) await transaction.run(childRows.chargeTree, child.root, 1, tokens, cost)
        else await announce(transaction, child, { ...endedWithoutWork, state: 'rejected', message: objection })
      })
      return need(child.id)
    },
    again: (child, task, limits) =>
      admit(async (transaction) => {
        const use = await useOf(transaction, child.root, child.parent)
        const admission = admitChild(child.depth, use, limits)
        const { tokens, cost, objection } = admission
        if (objection !== undefined) return admission
        const options: ChildOptions = child.options
        const now = clock.now()
        const changed = await transaction.run(
          childRows.again,
          child.id,
          task,
          JSON.stringify(options),
          tokens,
          cost,
          ...own(),
          now,
        )
        if (changed === 0) return undefined
        await transaction.run(childRows.chargeTree, child.root, 1, tokens, cost)
        return admission
      }),
    start: async (id) => (await database.run(childRows.start, id, clock.now())) > 0,
    end: async (child, end) => {
      const isFirst = await database
        .transaction(async (transaction) => {
          const now = clock.now()
          const { tokens, cost } = end
          // The tree comes first, as everywhere, so that no two transactions wait for each other.
          await transaction.run(
            childRows.chargeTree,
            child.root,
            0,
            tokens - child.reservedTokens,
            (cost ?? 0) - child.reservedCost,
          )
          const changed = await transaction.run(
            childRows.end,
            child.id,
            end.state,
            end.text,
            end.message ?? null,
            end.turns,
            end.calls,
            tokens,
            cost ?? null,
            end.branch ?? null,
            JSON.stringify(end.artifacts),
            now,
          )
          if (changed === 0) throw endedBefore
          await announce(transaction, child, end)
          return true
        })
        .catch((error: unknown) => {
          if (error === endedBefore) return false
          throw error
        })
      return isFirst ? need(child.id) : undefined
    },
    find,
    ofParent: async (parent) => (await database.all(childRows.ofParent, parent)).map(childOf),
    spentBelow: async (session) => {
      const { n, tokens, cost } = (await database.get(childRows.spentBelow, session)) ?? { n: 0, tokens: 0, cost: null }
      return n === 0 ? undefined : { count: n, tokens, ...(cost === null ? {} : { cost }) }
    },
    ofTree: async (root) => (await database.all(childRows.ofTree, root)).map(childOf),
    newest: async (limit) => (await database.all(childRows.newest, limit)).map(childOf),
    orphans: async () => {
      const silentSince = clock.now() - silenceMs
      const rows = await database.all(childRows.open)
      return rows
        .filter(({ host, pid, process_started: started, heartbeat_at: seenAt }) => {
          return hasEnded({ host, pid, started }) ?? seenAt < silentSince
        })
        .map(childOf)
    },
    tell: async ({ id, runs }, call) => void (await database.run(childRows.tell, id, runs, call)),
    beat: async () => void (await database.run(childRows.beat, ...own(), clock.now())),
  }
}

/** Rolls back a transaction about a child that has ended. */
const endedBefore = new Error('The child had ended before.')
