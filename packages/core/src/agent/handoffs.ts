import type { Principal } from '../base/principal.ts'

/** The place where a person talks with agents: a chat of a channel, else a conversation. */
export interface ChatPlace {
  /** Empty if the conversation came over none. */
  readonly channel: string
  readonly chat: string
}

/** The agent that answers in a place since the one before handed the person over. */
export interface HandoffRoute extends ChatPlace {
  readonly agent: string
  /** The session in which it answers. */
  readonly session: string
  /** The agent that handed over. */
  readonly from: string
  readonly reason: string
  /** The conversation that goes on in the new session, up to a node. Undefined if the new agent begins without it. */
  readonly context?: { readonly session: string; readonly node: string }
}

/** Knows who answers where. */
export interface Handoffs {
  /** Undefined if nobody was handed over, or if the agent that handed over may do so no longer for this user. */
  routeOf(place: ChatPlace, user: string | undefined): Promise<HandoffRoute | undefined>
}

/** Returns the place of a caller: its chat, else its session. Pure. */
export function placeOfChat({
  channel = '',
  chat,
  session,
}: Pick<Principal, 'channel' | 'chat' | 'session'>): ChatPlace {
  return { channel, chat: chat ?? session }
}
