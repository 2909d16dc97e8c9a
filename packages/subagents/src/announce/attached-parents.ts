import { DrawbridgeError } from '@drawbridge/core'
import type { AgentRunner, ParentConversation } from '@drawbridge/core/agent'
import type { House } from '@drawbridge/room'
import { createOutbox } from '@drawbridge/store/jobs'
import { callEnds } from '../record/call-ends.ts'
import type { ChildRepository } from '../record/create-child-repository.ts'
import { createDeliverer, type Deliverer } from './create-deliverer.ts'

/** The conversations of this process that may have children. */
export interface AttachedParents {
  find(session: string): ParentConversation | undefined
  /** Until it is disposed of, ends are delivered to it. */
  add(parent: ParentConversation): AsyncDisposable
  /** Returns what delivers ends to a session; undefined if it is not attached. */
  deliverer(session: string): Promise<Deliverer> | undefined
  /** Has an end delivered to a session, if it is attached. */
  note(session: string): void
  /** Returns the runner of the children of a session. Rejects with `invalid_option` if there is none. */
  runner(session: string): Promise<AgentRunner>
}

/** Creates the list of parents, which is empty. */
export function createAttachedParents(house: House, repository: () => Promise<ChildRepository>): AttachedParents {
  const parents = new Map<string, { readonly parent: ParentConversation; deliverer: Deliverer | undefined }>()

  async function delivererOf(session: string): Promise<Deliverer> {
    const attached = parents.get(session)
    const children = await repository()
    const database = await house.database.obtain()
    if (attached === undefined) throw new Error(`The session ${session} is not attached.`)
    const { conversation } = attached.parent
    attached.deliverer ??= createDeliverer({
      conversation,
      outbox: createOutbox(database, { clock: house.clock }),
      clock: house.clock,
      children: () => children.ofParent(conversation.id),
      isRecorded: callEnds(database, conversation.id),
    })
    return attached.deliverer
  }

  const list: AttachedParents = {
    find: (session) => parents.get(session)?.parent,
    add: (parent) => {
      const { id } = parent.conversation
      const attached = { parent, deliverer: undefined as Deliverer | undefined }
      parents.set(id, attached)
      return {
        [Symbol.asyncDispose]: async () => {
          if (parents.get(id) === attached) parents.delete(id)
          await attached.deliverer?.[Symbol.asyncDispose]()
        },
      }
    },
    deliverer: (session) => (parents.has(session) ? delivererOf(session) : undefined),
    note: (session) => {
      void list.deliverer(session)?.then(
        (deliverer) => deliverer.note(),
        () => undefined,
      )
    },
    runner: async (session) => {
      const runner = parents.get(session)?.parent.runner ?? (await house.service('agentRunner'))
      if (runner !== undefined) return runner
      throw new DrawbridgeError('invalid_option', 'No room runs agents here.')
    },
  }
  return list
}
