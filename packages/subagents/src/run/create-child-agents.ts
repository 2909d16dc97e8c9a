import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import type { Child, ChildAgents } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import type { House } from '@drawbridge/room'
import { createAttachedParents } from '../announce/attached-parents.ts'
import { awaitAnnouncement } from '../announce/await-announcement.ts'
import { shareNamed } from '../announce/share-named.ts'
import { createIsolation, type IsolatedPlace } from '../isolate/create-isolation.ts'
import { type ChildRecord, endedWithoutWork, hasEnded } from '../record/child-record.ts'
import { type ChildRepository, createChildRepository } from '../record/create-child-repository.ts'
import { settleLost } from '../record/settle-lost.ts'
import type { SubagentsSection } from '../subagents-section.ts'
import { createChildHooks, rejectionOf } from './child-hooks.ts'
import { createChildWatchers } from './child-watchers.ts'
import { busy, type LiveChild, need, untilEnded } from './live-child.ts'
import { limitsFor, limitsOf, limitsWithin, modelFor, newChild, parentsOf } from './new-child.ts'
import { renderTranscript } from './render-transcript.ts'
import { runChild } from './run-child.ts'

/** The interval at which a process with children reports that it is alive, in milliseconds. */
const heartbeatMs = 10_000

/** Creates the service that starts runs below runs. Disposing of it ends all of them. */
export function createChildAgents(house: House, section: SubagentsSection | undefined): ChildAgents & AsyncDisposable {
  const { clock } = house
  const live = new Map<string, LiveChild>()
  const queue: LiveChild[] = []
  const watchers = createChildWatchers()
  const isolation = createIsolation(house)
  const ending = new AbortController()
  const hooks = createChildHooks(house)
  let running = 0
  let repository: Promise<ChildRepository> | undefined
  let heartbeat: Disposable | undefined

  /** Creates the database with the first child. */
  const obtain = () => {
    repository ??= house.database.obtain().then((database) => createChildRepository(database, clock))
    return repository
  }
  /** Undefined if there is no database, and so no child. */
  const find = async () => {
    if (repository === undefined && (await house.database.find()) === undefined) return undefined
    return obtain()
  }

  const parents = createAttachedParents(house, obtain)

  const service: ChildAgents & AsyncDisposable = {
    spawn: async (caller, task, review) => {
      const { principal, toolCallId } = caller
      const children = await obtain()
      const runner = await parents.runner(principal.session)
      const above = live.get(principal.session)?.record ?? (await children.find(principal.session))
      const limits = limitsWithin(above, limitsOf(principal.agent, runner.profiles, section))
      const record = await children.add(newChild(caller, task, { above, limits, runner }), limitsFor(task, limits))
      tell(record)
      if (record.state === 'rejected') {
        if (toolCallId !== undefined) await children.tell(record, toolCallId)
        parents.note(record.parent)
        return seen(record)
      }
      const place = await placeOf(record)
      if ('refused' in place) {
        if (toolCallId !== undefined) await children.tell(place.refused, toolCallId)
        return seen(place.refused)
      }
      await shareNamed(record.task, { from: record.parent, to: record.id }, house)
      const own = parents.find(principal.session)?.conversation.model
      enqueue({ record, runner, model: modelFor(task, { limits, own }), review, place: place.taken })
      return seen(record)
    },
    wait: async (id, { signal, toldBy } = {}) => {
      const known = live.get(id)
      if (known !== undefined) await untilEnded(known.ended.promise, signal)
      const children = await obtain()
      const record = await need(children, id)
      if (toldBy !== undefined && hasEnded(record)) await children.tell(record, toldBy)
      return seen(record)
    },
    list: async (session) =>
      ((await (await find())?.ofParent(session)) ?? []).map(seen).filter(({ state }) => state !== 'archived'),
    spent: async (session) => (await find())?.spentBelow(session),
    find: async (id) => {
      const children = await find()
      const record = await children?.find(id)
      if (children === undefined || record === undefined) return undefined
      if (hasEnded(record) || live.has(id) || (await settleLost(children, isolation)) === 0) return seen(record)
      return seen(await need(children, id))
    },
    cancel: async (id, reason) => {
      const known = live.get(id)
      if (known === undefined) return
      known.controller.abort(new DOMException(reason, 'AbortError'))
      const at = queue.indexOf(known)
      if (at !== -1) {
        queue.splice(at, 1)
        void work(known, false)
      }
      await known.ended.promise
    },
    continue: async ({ principal }, id, task) => {
      const children = await obtain()
      const record = await need(children, id)
      if (!hasEnded(record)) throw busy(record)
      const runner = await parents.runner(principal.session)
      const limits = limitsWithin(
        live.get(principal.session)?.record,
        limitsOf(principal.agent, runner.profiles, section),
      )
      // The run that goes on is below the one that continues it.
      const admission = await children.again({ ...record, parentRun: principal.run }, task, limits)
      if (admission === undefined) throw busy(record)
      if (admission.objection !== undefined) throw new DrawbridgeError('invalid_option', admission.objection)
      const again = { ...(await need(children, id)), parents: parentsOf(principal), parentRun: principal.run }
      const place = await placeOf(again)
      if ('refused' in place) return seen(place.refused)
      await shareNamed(task, { from: again.parent, to: again.id }, house)
      const model = parents.find(principal.session)?.conversation.model
      enqueue({ record: again, runner, model, place: place.taken })
      tell(again)
      return seen(again)
    },
    steer: async (id, text) => {
      const known = live.get(id)
      if (known === undefined) return false
      if (known.conversation?.run === undefined) {
        known.record = { ...known.record, task: text }
        return true
      }
      known.steering = text
      known.conversation.abort('The parent gave other orders.')
      return true
    },
    transcript: async (id, tail) => {
      const children = await obtain()
      const record = await need(children, id)
      const open = live.get(id)?.conversation
      if (open !== undefined) return renderTranscript(open.entries(), tail)
      if (record.turns === 0) return []
      const runner = await parents.runner(record.parent)
      await using conversation = await runner.open({ resume: id, ...defined({ model: record.options.model }) })
      return renderTranscript(conversation.entries(), tail)
    },
    standingNode: async (session) => {
      const entries = parents.find(session)?.conversation.entries() ?? []
      const turn = entries.findLastIndex(({ kind }) => kind === 'turn')
      return entries.slice(0, turn === -1 ? entries.length : turn).at(-1)?.node
    },
    nextAnnouncement: async (session, signal) => {
      const parent = parents.find(session)
      if (parent === undefined) return false
      const children = async () => (await (await find())?.ofParent(session)) ?? []
      return awaitAnnouncement(parent.conversation, {
        children,
        deliverer: () => parents.deliverer(session),
        signal,
        clock,
      })
    },
    watch: watchers.watch,
    attach: async (parent) => {
      const { id } = parent.conversation
      const attached = parents.add(parent)
      const children = await find()
      if (children !== undefined) {
        await settleLost(children, isolation)
        await parents.deliverer(id)?.then((deliverer) => deliverer.flush())
      }
      return {
        [Symbol.asyncDispose]: async () => {
          const own = [...live.values()].filter(({ record }) => record.parent === id)
          await Promise.all(own.map(({ record }) => service.cancel(record.id, 'The session of its parent was closed.')))
          await attached[Symbol.asyncDispose]()
        },
      }
    },
    [Symbol.asyncDispose]: async () => {
      ending.abort()
      await Promise.all([...live.keys()].map((id) => service.cancel(id, 'The process of its tree is ending.')))
      heartbeat?.[Symbol.dispose]()
      await hooks[Symbol.asyncDispose]()
    },
  }
  return service

  /** Asks the hooks, and makes the copy of an isolated child. Without it the child is rejected: it never works in the folder of its parent. */
  async function placeOf(
    record: ChildRecord,
  ): Promise<{ readonly taken: IsolatedPlace | undefined } | { readonly refused: ChildRecord }> {
    try {
      await hooks.start(record, ending.signal)
      return { taken: await isolation.begin(record, ending.signal) }
    } catch (error) {
      const end = { ...endedWithoutWork, state: 'rejected', message: errorMessage(error) } as const
      const children = await obtain()
      const refused = (await children.end(record, end)) ?? (await need(children, record.id))
      tell(refused)
      parents.note(record.parent)
      return { refused: { ...refused, ...rejectionOf(error) } }
    }
  }

  function enqueue(given: Pick<LiveChild, 'record' | 'runner' | 'model' | 'review' | 'place'>): void {
    const { record } = given
    const child: LiveChild = {
      ...given,
      controller: new AbortController(),
      ended: Promise.withResolvers(),
      conversation: undefined,
      steering: undefined,
    }
    live.set(record.id, child)
    queue.push(child)
    beat()
    pump()
  }

  /** Starts what waits, first in first out. A child whose parent waits for it must not wait for a place that its parent holds. */
  function pump(): void {
    for (const child of [...queue]) {
      const { max } = limitsOf(child.record.agent, child.runner.profiles, section)
      if (running >= max && child.record.depth === 1) continue
      queue.splice(queue.indexOf(child), 1)
      running += 1
      void work(child, true)
    }
  }

  async function work(child: LiveChild, holdsPlace: boolean): Promise<void> {
    const children = await obtain()
    try {
      if (holdsPlace && (await children.start(child.record.id))) {
        child.record = { ...child.record, state: 'running', startedAt: clock.now() }
        tell(child.record)
      }
      const ended = await runChild({
        child: child.record,
        runner: child.runner,
        clock,
        workspace: child.place?.workspace ?? child.record.options.workspace,
        remark: child.place?.remark,
        model: child.model,
        review: child.review,
        signal: child.controller.signal,
        takeSteering: () => {
          const { steering } = child
          child.steering = undefined
          return steering
        },
        nextAnnouncement: () => service.nextAnnouncement(child.record.id, child.controller.signal),
        onOpen: (conversation) => {
          child.conversation = conversation
        },
        tell: (event) => watchers.tell({ child: seen(child.record), event }),
      })
      const { id, parent } = child.record
      const artifacts = await shareNamed(ended.text, { from: id, to: parent }, house)
      const end = await isolation.keep(child.record, { ...ended, artifacts })
      child.record = (await children.end(child.record, end)) ?? (await need(children, child.record.id))
    } catch {
      // The store is not available: the next process that looks finds it lost.
    } finally {
      if (child.place !== undefined) await isolation.drop(child.record).catch(ignore)
      live.delete(child.record.id)
      if (holdsPlace) running -= 1
      const { record } = child
      tell(record)
      child.ended.resolve(seen(record))
      hooks.stop(record)
      parents.note(record.parent)
      pump()
      if (live.size === 0) {
        heartbeat?.[Symbol.dispose]()
        heartbeat = undefined
      }
    }
  }

  function beat(): void {
    heartbeat ??= clock.after(heartbeatMs, () => {
      heartbeat = undefined
      void find().then((children) => children?.beat(), ignore)
      if (live.size > 0) beat()
    })
  }

  function tell(record: ChildRecord): void {
    watchers.tell({ child: seen(record) })
  }

  function seen(record: ChildRecord): Child {
    const { archiveAfterMs } = limitsOf(record.agent, {}, section)
    const isOld = record.endedAt !== undefined && record.endedAt + archiveAfterMs < clock.now()
    return isOld ? { ...record, state: 'archived' } : record
  }
}

function ignore(): void {}
