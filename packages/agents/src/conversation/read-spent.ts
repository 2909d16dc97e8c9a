import type { ConversationCost } from '@drawbridge/core/agent'
import { addUsage, noUsage } from '@drawbridge/core/model'
import { type Connection, statement } from '@drawbridge/store/database'
import type { SessionEvent } from './conversation-state.ts'

/** The cost of nothing. */
export const nothingSpent: ConversationCost = { usage: noUsage }

/** Reads by nodes, since a session has far fewer of them than events. */
const readPayments = statement<[session: string], { content: string }>(
  `select events.content as content from session_nodes join events on events.position = session_nodes.position
  where session_nodes.session_id = $1 and session_nodes.kind in ('turn', 'answer', 'cut', 'attempt', 'compaction')`,
)

/** Returns the cost of all requests that a session has made: answers, failed attempts and summaries. */
export async function readSpent(connection: Connection, session: string): Promise<ConversationCost> {
  let spent = nothingSpent
  for (const { content } of await connection.all(readPayments, session)) {
    const event = eventIn(content)
    if (event !== undefined) spent = addSpent(spent, event)
  }
  return spent
}

/** Returns the sum after one more event. */
export function addSpent(spent: ConversationCost, event: SessionEvent): ConversationCost {
  switch (event.type) {
    case 'model.answered':
    case 'model.failed':
    case 'context.compacted': {
      const { usage = noUsage, cost } = event
      const total = cost === undefined ? spent.cost : (spent.cost ?? 0) + cost
      return { usage: addUsage(spent.usage, usage), ...(total === undefined ? {} : { cost: total }) }
    }
    default:
      return spent
  }
}

/** A line that is not JSON counts as missing. */
function eventIn(content: string): SessionEvent | undefined {
  try {
    return JSON.parse(content) as SessionEvent
  } catch {
    return undefined
  }
}
