import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '@drawbridge/core/base'
import type { Outbox, OutboxEntry, OutboxMessage } from '@drawbridge/core/job'
import type { Database, Transaction } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { checkKey, payloadText } from '../job/new-job.ts'
import type { OutboxTables } from './outbox-tables.ts'

/** The outbox of a database. */
export interface StoredOutbox extends Outbox {
  /** Adds messages in the transaction of their cause: all are kept, or none. */
  sendIn(transaction: Transaction, ...entries: readonly OutboxEntry[]): Promise<void>
  /** The number of messages that wait, by recipient, most first. */
  waiting(): Promise<readonly { readonly recipient: string; readonly messages: number; readonly oldestAt: number }[]>
}

type OutboxRow = Pick<OutboxTables['outbox'], 'position' | 'id' | 'recipient' | 'kind' | 'sent_at'> & {
  payload: string
}

const topic = 'outbox'
/** A delivered message leaves its key for this long, so that the same one is not sent again. Milliseconds. */
const keptMs = 2_592_000_000

const insertMessage = statement<
  [id: string, recipient: string, kind: string, key: string | null, payload: string, sentAt: number]
>(
  `insert into outbox (id, recipient, kind, message_key, payload, sent_at) values ($1, $2, $3, $4, $5, $6)
    on conflict (recipient, kind, message_key) do nothing`,
)
const peekAll = statement<[recipient: string, limit: number], OutboxRow>(
  `select position, id, recipient, kind, payload, sent_at from outbox
    where recipient = $1 and delivered_at is null order by position limit $2`,
)
const peekKind = statement<[recipient: string, limit: number, kind: string], OutboxRow>(
  `select position, id, recipient, kind, payload, sent_at from outbox
    where recipient = $1 and delivered_at is null and kind = $3 order by position limit $2`,
)
// The rows stay locked until the end of the transaction on PostgreSQL; SQLite has one writer at a time.
const takeWaiting = (filter: string) => {
  const text = (lock: string) =>
    `select position, id, recipient, kind, payload, sent_at from outbox
      where recipient = $1 and delivered_at is null ${filter} order by position limit $2 ${lock}`
  return { sqlite: text(''), postgres: text('for update') }
}
const waitingOfAll = statement<[recipient: string, limit: number], OutboxRow>(takeWaiting(''))
const waitingOfKind = statement<[recipient: string, limit: number, kind: string], OutboxRow>(
  takeWaiting('and kind = $3'),
)
const noteDelivered = statement<[id: string, at: number]>(
  'update outbox set delivered_at = $2, payload = null where id = $1 and delivered_at is null',
)
const pruneDelivered = statement<[before: number]>('delete from outbox where delivered_at < $1')
const countWaiting = statement<[], { recipient: string; messages: number; oldest: number }>(
  `select recipient, count(*) as messages, min(sent_at) as oldest from outbox where delivered_at is null
    group by recipient order by messages desc, recipient`,
)

/** Messages in a table of the database, so that they can be written in the transaction of their cause. */
export function createOutbox(
  database: Database,
  { clock = systemClock }: { readonly clock?: Clock } = {},
): StoredOutbox {
  const sendIn: StoredOutbox['sendIn'] = async (transaction, ...entries) => {
    const sentAt = clock.now()
    for (const { recipient, kind, payload, key } of entries) {
      checkKey('a message', key)
      const text = payloadText('a message', payload)
      const added = await transaction.run(insertMessage, randomUUID(), recipient, kind, key ?? null, text, sentAt)
      if (added > 0) await transaction.publish(topic, recipient)
    }
  }
  return {
    sendIn,
    send: (...entries) => database.transaction((transaction) => sendIn(transaction, ...entries)),
    receive: (recipient, take, { kind, limit = 100 } = {}) =>
      database.transaction(async (transaction) => {
        const rows =
          kind === undefined
            ? await transaction.all(waitingOfAll, recipient, limit)
            : await transaction.all(waitingOfKind, recipient, limit, kind)
        if (rows.length === 0) return 0
        await take(rows.map(readMessage))
        const now = clock.now()
        for (const { id } of rows) await transaction.run(noteDelivered, id, now)
        await transaction.run(pruneDelivered, now - keptMs)
        return rows.length
      }),
    peek: async (recipient, { kind, limit = 100 } = {}) => {
      const rows =
        kind === undefined
          ? await database.all(peekAll, recipient, limit)
          : await database.all(peekKind, recipient, limit, kind)
      return rows.map(readMessage)
    },
    acknowledge: async (...ids) => {
      const now = clock.now()
      for (const id of ids) await database.run(noteDelivered, id, now)
    },
    subscribe: (recipient, listener) =>
      database.subscribe(topic, ({ key }) => {
        if (key === undefined || key === recipient) listener()
      }),
    waiting: async () =>
      (await database.all(countWaiting)).map(({ recipient, messages, oldest }) => ({
        recipient,
        messages,
        oldestAt: oldest,
      })),
  }
}

function readMessage({ id, recipient, kind, payload, sent_at: sentAt }: OutboxRow): OutboxMessage {
  return { id, recipient, kind, payload: JSON.parse(payload), sentAt }
}
