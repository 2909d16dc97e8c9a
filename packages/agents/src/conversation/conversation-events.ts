import type { KeptFacts, MessageAuthor } from '@drawbridge/core/agent'
import type { AnyEventBody } from '@drawbridge/core/event'
import type { AssistantMessage, ModelStop, ModelUsage } from '@drawbridge/core/model'

/** A node of the conversation, below the one that it follows. */
interface Placed {
  /** The id of the node. */
  readonly node: string
  /** The node before it; absent at the beginning. */
  readonly parent?: string
}

/** A session was opened to talk in, before anything was said. */
export interface ConversationOpened extends AnyEventBody {
  readonly type: 'conversation.opened'
  readonly agent?: string
  readonly user?: string
  readonly channel?: string
}

/** Somebody says something to the model. */
export interface MessageReceived extends AnyEventBody {
  readonly type: 'message.received'
  readonly node: string
  /** Absent at the beginning, and while the message waits. */
  readonly parent?: string
  readonly from: MessageAuthor
  readonly text: string
  /** True if it waits until the model has the results of its calls. */
  readonly waits?: boolean
}

/** A message that waited is part of the conversation. */
export interface MessagePlaced extends AnyEventBody, Placed {
  readonly type: 'message.placed'
  readonly from: MessageAuthor
  readonly text: string
  /** True if it came while the model was working. */
  readonly meanwhile: boolean
}

/** A request goes to a model. */
export interface ModelRequested extends AnyEventBody {
  readonly type: 'model.requested'
  readonly model: string
  /** Counts the requests of the run, from 1. */
  readonly turn: number
  readonly toolChoice: 'auto' | 'none'
}

/** An attempt got no answer. */
export interface ModelFailed extends AnyEventBody {
  readonly type: 'model.failed'
  readonly model: string
  readonly code: string
  readonly message: string
  /** True if the same request was sent once more. */
  readonly retried: boolean
  readonly usage?: ModelUsage
  readonly cost?: number
}

/** The transcript was changed before it was sent, so that the provider accepts it. */
export interface TranscriptRepaired extends AnyEventBody {
  readonly type: 'transcript.repaired'
  readonly repairs: readonly { readonly rule: string; readonly message: string }[]
}

/** A model answered. `turn/…` if it asks for calls, else `answer/…`. Without a node the answer was cut, and nothing of it counts. */
export interface ModelAnswered extends AnyEventBody, Partial<Placed> {
  readonly type: 'model.answered'
  readonly model: string
  /** The ids of the calls are ours, and unique in the session. */
  readonly blocks: AssistantMessage['blocks']
  readonly usage: ModelUsage
  readonly cost?: number
  readonly stop: ModelStop
  /** The stop reason in the provider's own words. */
  readonly raw: string
}

/** A call of an answer never ran, because the run ended before it. */
export interface CallLost extends AnyEventBody {
  readonly type: 'call.lost'
  readonly toolCallId: string
  readonly tool: string
  /** The node of the answer. */
  readonly turn: string
  readonly text: string
}

/** Earlier entries are replaced by a summary, or old results by short notes. */
export interface ContextCompacted extends AnyEventBody, Placed {
  readonly type: 'context.compacted'
  readonly summary?: string
  /** The last node that the summary covers. */
  readonly through?: string
  /** The facts that the summary keeps word for word. */
  readonly kept?: KeptFacts
  /** The calls whose results are shortened. */
  readonly shortened: readonly string[]
  /** The artifacts with their whole results, by the ids of the calls. */
  readonly artifacts?: Readonly<Record<string, string>>
  /** Tokens of the prompt, estimated. */
  readonly before: number
  readonly after: number
  readonly dropped: number
  readonly usage?: ModelUsage
  readonly cost?: number
}

/** The conversation goes on from an earlier node, its parent. */
export interface ConversationRewound extends AnyEventBody, Placed {
  readonly type: 'conversation.rewound'
  readonly dropped: number
}

/** The conversation begins with that of another session. */
export interface ConversationForked extends AnyEventBody {
  readonly type: 'conversation.forked'
  readonly node: string
  /** The other session. */
  readonly of: string
  /** The last node that both have in common. */
  readonly through: string
}

/** The events of conversations. */
export interface ConversationEvents {
  readonly 'conversation.opened': ConversationOpened
  readonly 'message.received': MessageReceived
  readonly 'message.placed': MessagePlaced
  readonly 'model.requested': ModelRequested
  readonly 'model.failed': ModelFailed
  readonly 'transcript.repaired': TranscriptRepaired
  readonly 'model.answered': ModelAnswered
  readonly 'call.lost': CallLost
  readonly 'context.compacted': ContextCompacted
  readonly 'conversation.rewound': ConversationRewound
  readonly 'conversation.forked': ConversationForked
}
