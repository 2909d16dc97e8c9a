import { DrawbridgeError } from '@drawbridge/core'
import type { AgentRunner, Child, ChildReview, Conversation } from '@drawbridge/core/agent'
import type { IsolatedPlace } from '../isolate/create-isolation.ts'
import type { ChildRecord } from '../record/child-record.ts'
import type { ChildRepository } from '../record/create-child-repository.ts'

/** A child that waits or runs in this process. */
export interface LiveChild {
  record: ChildRecord
  readonly runner: AgentRunner
  readonly model: string | undefined
  readonly review?: ChildReview | undefined
  /** Set if it works in a copy of the repository. */
  readonly place: IsolatedPlace | undefined
  readonly controller: AbortController
  readonly ended: PromiseWithResolvers<Child>
  conversation: Conversation | undefined
  steering: string | undefined
}

/** Resolves once a child has ended, or when the signal is aborted. */
export async function untilEnded(ended: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = () => resolve()
  if (signal?.aborted === true) return
  signal?.addEventListener('abort', stop, { once: true })
  await Promise.race([ended, promise])
  signal?.removeEventListener('abort', stop)
}

/** Returns the error for orders that only an ended child takes. */
export function busy({ label, state }: ChildRecord): DrawbridgeError {
  return new DrawbridgeError(
    'invalid_option',
    `The child ${JSON.stringify(label)} is ${state}. Steer it, or wait for its end.`,
  )
}

/** Returns a recorded child. Rejects with `invalid_option` if none has the id. */
export async function need(children: ChildRepository, id: string): Promise<ChildRecord> {
  const record = await children.find(id)
  if (record !== undefined) return record
  throw new DrawbridgeError('invalid_option', `No child has the id "${id}".`)
}
