import type { Conversation, ConversationOptions } from '@drawbridge/core/agent'

/** A conversation that is open in this process. */
export interface OpenConversation {
  readonly conversation: Conversation
  /** Opens another recorded conversation with the authority of this one. */
  openOther(session: string, more: Pick<ConversationOptions, 'hide'>): Promise<Conversation>
  /** The conversations that this one had begin to work. They end with it. */
  readonly begun: Set<AsyncDisposable>
}

const conversations = new WeakMap<object, Map<string, OpenConversation>>()

/** Returns the conversations that are open in a house, by their sessions. */
export function openConversationsOf(house: object): Map<string, OpenConversation> {
  const known = conversations.get(house) ?? new Map<string, OpenConversation>()
  conversations.set(house, known)
  return known
}

/** Returns a conversation that is among the open ones until it is disposed of. */
export function keptOpen(
  conversation: Conversation,
  { house, openOther }: Pick<OpenConversation, 'openOther'> & { readonly house: object },
): Conversation {
  const open = openConversationsOf(house)
  const begun = new Set<AsyncDisposable>()
  const dispose = async () => {
    open.delete(conversation.id)
    await Promise.all([...begun].map((each) => each[Symbol.asyncDispose]()))
    await conversation[Symbol.asyncDispose]()
  }
  const kept: Conversation = Object.create(conversation, { [Symbol.asyncDispose]: { value: dispose } })
  if (conversation.access.mode === 'write') open.set(conversation.id, { conversation, openOther, begun })
  return kept
}
