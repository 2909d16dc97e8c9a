import type { AssistantMessage } from '../model/message.ts'
import type { ModelUsage } from '../model/model-usage.ts'
import type { ContentBlock } from '../result/content-block.ts'

/** The author of a message to the model. */
export type MessageAuthor = 'user' | 'operator' | 'system' | 'agent'

/** Returns the id under which the end of a child is posted. */
export function announcementId(id: string): string {
  return `announcement-${id}`
}

const orders = 'orders-'

/** Returns the id of a message with which an agent begins or continues a run. */
export function ordersId(id: string): string {
  return `${orders}${id}`
}

/** Returns true if a node of a conversation is the orders of a run, and not a message that was posted to it. */
export function isOrders(node: string): boolean {
  return node.slice(node.indexOf('/') + 1).startsWith(orders)
}

/** A message to the model. */
export interface ConversationMessage {
  readonly kind: 'message'
  /** The id of its node. */
  readonly node: string
  readonly from: MessageAuthor
  readonly text: string
  /** True if it came while the model was working. */
  readonly meanwhile?: boolean
  /** Milliseconds since the Unix epoch. */
  readonly time: number
}

/** A file that a call touched. */
export interface FileFact {
  /** As the model wrote it. */
  readonly path: string
  readonly change: 'read' | 'changed' | 'deleted'
  /** SHA-256 of the file after a change, hex; absent if it is not known. */
  readonly hash?: string
  /** True if the call made the file. */
  readonly created?: boolean
}

/** A skill that the agent works by. */
export interface KeptSkill {
  readonly name: string
  /** Its instructions as they were loaded. Undefined if they are too long to be kept: it must be loaded again. */
  readonly text?: string
}

/** A child that had not ended. */
export interface KeptChild {
  readonly id: string
  readonly label: string
  readonly task: string
}

/** The facts that a summary keeps word for word, whatever the model makes of the rest. */
export interface KeptFacts {
  /** The messages of user and operator, oldest first. A very long one is shortened in its middle. */
  readonly words: readonly string[]
  /** Files with the last thing that was done to them. */
  readonly files: readonly FileFact[]
  /** The skills that were loaded, the newest last. Absent if there are none. */
  readonly skills?: readonly KeptSkill[]
  /** The children that waited or worked. Absent if there were none. */
  readonly children?: readonly KeptChild[]
}

/** One entry of a conversation, from its beginning to where it stands. */
export type ConversationEntry =
  | ConversationMessage
  | {
      /** `turn`: the model asks for calls. `answer`: it does not. */
      readonly kind: 'turn' | 'answer'
      readonly node: string
      readonly run: string
      /** The id of the model that answered. */
      readonly model: string
      readonly blocks: AssistantMessage['blocks']
      readonly usage: ModelUsage
      /** In US dollars. Undefined if no price is known. */
      readonly cost?: number
      readonly time: number
    }
  | {
      readonly kind: 'result'
      readonly node: string
      /** The id of its call. */
      readonly call: string
      readonly tool: string
      readonly isError: boolean
      readonly content: readonly ContentBlock[]
      /** The artifact with the whole output, if it was too long. */
      readonly artifact?: string
      /** The files that the call touched, if it did what it was to do. */
      readonly files?: readonly FileFact[]
      /** The name of the skill that the call loaded. */
      readonly skill?: string
      readonly time: number
    }
  | {
      /** Earlier entries count no longer for the model: their summary does, or short notes in place of old results. */
      readonly kind: 'compaction'
      readonly node: string
      /** Undefined if only results were shortened. */
      readonly summary?: string
      /** The facts that the summary keeps word for word. Undefined without a summary. */
      readonly kept?: KeptFacts
      /** The last node that the summary covers. */
      readonly through?: string
      /** The calls whose results are replaced by short notes. */
      readonly shortened: readonly string[]
      /** The artifacts with the whole results of shortened calls, by the ids of the calls. */
      readonly artifacts?: Readonly<Record<string, string>>
      readonly time: number
    }
