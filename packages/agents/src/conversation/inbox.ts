import { errorMessage } from '@drawbridge/core'
import type { Delivery } from '@drawbridge/core/agent'
import type { Clock } from '@drawbridge/core/base'
import { takeTurns } from '@drawbridge/room'
import { type Database, statement } from '@drawbridge/store/database'

const topic = 'agents_inbox'

const insert = statement<[session: string, id: string, content: string, now: number]>(
  `insert into agents_inbox (session_id, id, content, created_at) values ($1, $2, $3, $4)
  on conflict (session_id, id) do nothing`,
)
const select = statement<[session: string], { ordinal: number; content: string }>(
  'select ordinal, content from agents_inbox where session_id = $1 order by ordinal limit 100',
)
const remove = statement<[ordinal: number]>('delete from agents_inbox where ordinal = $1')
const selectOld = statement<[before: number], { session_id: string }>(
  `select session_id from agents_inbox where created_at < $1 group by session_id order by min(ordinal) limit 100`,
)

/** Leaves something for the conversation of a session, and tells the process that writes it. */
export async function putInInbox(
  database: Database,
  { session, delivery, clock }: { readonly session: string; readonly delivery: Delivery; readonly clock: Clock },
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.run(insert, session, delivery.id, JSON.stringify(delivery), clock.now())
    await transaction.publish(topic, session)
  })
}

/** Returns the sessions with deliveries from before a time, oldest first. */
export async function sessionsWithDeliveries(database: Database, before: number): Promise<readonly string[]> {
  return (await database.all(selectOld, before)).map(({ session_id: session }) => session)
}

/**
 * Takes what is left for a conversation, now and whenever something comes. Something that is taken twice, since its process died in
 * between, has the same id.
 * @param take Rejects if this process may not write any more: the delivery then stays.
 */
export async function openInbox(
  database: Database,
  { session, take }: { readonly session: string; take(delivery: Delivery): Promise<void> },
): Promise<AsyncDisposable> {
  let isOpen = true
  const inTurn = takeTurns()
  const collect = async () => {
    for (;;) {
      const rows = isOpen ? await database.all(select, session) : []
      if (rows.length === 0) return
      for (const { ordinal, content } of rows) {
        await take(JSON.parse(content) as Delivery)
        await database.run(remove, ordinal)
      }
    }
  }
  let collecting = inTurn(collect)
  const look = () => {
    collecting = inTurn(collect).catch((error: unknown) => {
      // A delivery that could not be taken stays for the next process that opens the conversation.
      if (isOpen) process.emitWarning(`The inbox of "${session}" waits: ${errorMessage(error)}`)
    })
  }
  const listening = await database.subscribe(topic, ({ key }) => {
    if (isOpen && (key === undefined || key === session)) look()
  })
  await collecting
  return {
    [Symbol.asyncDispose]: async () => {
      isOpen = false
      listening[Symbol.dispose]()
      await collecting
    },
  }
}
