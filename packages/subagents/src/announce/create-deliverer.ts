import { announcementId, type Conversation } from '@drawbridge/core/agent'
import type { Clock } from '@drawbridge/core/base'
import type { Outbox, OutboxMessage } from '@drawbridge/core/job'
import { takeTurns } from '@drawbridge/room'
import type { ChildRecord } from '../record/child-record.ts'
import { type Announcement, announcementKind, recipientOf, renderAnnouncement, renderRoster } from './announcement.ts'

/** The time without another end after which announcements are delivered together, in milliseconds. */
const debounceMs = 1_000
/** So many are delivered at once, without waiting for more. */
const mostAtOnce = 20

/** Delivers announcements to one conversation. */
export interface Deliverer extends AsyncDisposable {
  /** One more child has ended. */
  note(): void
  /** Delivers what waits now. Resolves to the number of messages. */
  flush(): Promise<number>
}

/** The parts of a deliverer. */
export interface DelivererParts {
  readonly conversation: Pick<Conversation, 'id' | 'post'>
  readonly outbox: Pick<Outbox, 'peek' | 'acknowledge'>
  readonly clock: Clock
  children(): Promise<readonly ChildRecord[]>
  /**
   * Returns true if the result of a call is recorded, false if it never will be, and undefined if it may still come.
   * @param call Its id.
   */
  isRecorded(call: string): Promise<boolean | undefined>
}

/**
 * Creates the deliverer of a conversation. The conversation stores each message under its own id before the outbox lets go of it, so that
 * a kill in between delivers nothing twice.
 */
export function createDeliverer({ conversation, outbox, clock, children, isRecorded }: DelivererParts): Deliverer {
  const inTurn = takeTurns()
  const recipient = recipientOf(conversation.id)
  let timer: Disposable | undefined
  let noted = 0
  let isClosed = false

  const flush = () =>
    inTurn(async () => {
      noted = 0
      const waiting = await outbox.peek(recipient, { kind: announcementKind })
      if (waiting.length === 0) return 0
      const siblings = await children()
      const due: OutboxMessage[] = []
      const told: string[] = []
      let isEarly = false
      for (const message of waiting) {
        const known = await isTold(message, siblings)
        if (known === true) told.push(message.id)
        else if (known === false) due.push(message)
        else isEarly = true
      }
      if (isEarly) later()
      if (due.length > 0) await conversation.post(...postsOf(due, siblings))
      await outbox.acknowledge(...told, ...due.map(({ id }) => id))
      return due.length
    })

  /** True if a recorded result told it, undefined if that is not known yet. */
  async function isTold({ payload }: OutboxMessage, siblings: readonly ChildRecord[]): Promise<boolean | undefined> {
    const { child, run } = payload as Announcement
    const { toldRun = 0, toldCall } = siblings.find(({ id }) => id === child) ?? {}
    if (toldCall === undefined || toldRun < run) return false
    return isRecorded(toldCall)
  }

  function later(): void {
    if (isClosed) return
    timer?.[Symbol.dispose]()
    timer = clock.after(debounceMs, () => void flush().catch(() => later()))
  }

  return {
    note: () => {
      noted += 1
      if (noted >= mostAtOnce) void flush().catch(() => later())
      else later()
    },
    flush,
    [Symbol.asyncDispose]: async () => {
      isClosed = true
      timer?.[Symbol.dispose]()
      await inTurn(async () => undefined)
    },
  }
}

function postsOf(messages: readonly OutboxMessage[], siblings: readonly ChildRecord[]) {
  return messages.map(({ id, payload }, index) => {
    const text = renderAnnouncement(payload as Announcement)
    const roster = index === messages.length - 1 ? renderRoster(siblings) : ''
    return { id: announcementId(id), from: 'agent', text: roster === '' ? text : `${text}\n\n${roster}` } as const
  })
}
