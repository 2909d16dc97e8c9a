import type { DrawbridgeEvent } from '@drawbridge/core'
import type { ConversationEntry, ConversationMessage, FileFact, MessageAuthor } from '@drawbridge/core/agent'
import { ownLabel } from '@drawbridge/core/artifact'
import { isJsonObject } from '@drawbridge/core/base'
import { type EndEvent, type EventStamp, isEndEvent } from '@drawbridge/core/event'
import type { ConversationEvents, MessagePlaced, MessageReceived } from './conversation-events.ts'
import { interruptedText } from './interrupted-text.ts'

/** A message that the model has not seen yet. */
export interface WaitingMessage {
  readonly node: string
  readonly from: MessageAuthor
  readonly text: string
}

/** A conversation as its events make it. */
export interface ConversationState {
  /** The entries that the model sees, oldest first: since the last summary, which is the first entry. */
  readonly entries: readonly ConversationEntry[]
  /** In the order of their coming. */
  readonly waiting: readonly WaitingMessage[]
  /** The node that the next one follows. */
  readonly head: string | undefined
}

/** A conversation without entries. */
export const noConversation: ConversationState = { entries: [], waiting: [], head: undefined }

/** An event of a conversation, or any other one of its session. */
export type SessionEvent = DrawbridgeEvent | (EventStamp & ConversationEvents[keyof ConversationEvents])

/**
 * Returns the conversation after one more event. Events that are not part of it change nothing. A rewind to a node that is not
 * among the entries empties them: they must be read again.
 */
export function applyEvent(state: ConversationState, event: SessionEvent): ConversationState {
  if (isEndEvent(event)) return addResult(state, event)
  switch (event.type) {
    case 'message.received':
      if (event.waits !== true) return add(state, messageOf(event))
      return { ...state, waiting: [...state.waiting, { node: event.node, from: event.from, text: event.text }] }
    case 'message.placed':
      return add(
        { ...state, waiting: state.waiting.filter(({ node }) => node !== waitingNode(event.node)) },
        messageOf(event),
      )
    case 'model.answered': {
      const { node, run, model, blocks, usage, cost, time } = event
      if (node === undefined) return state
      const kind = node.startsWith('turn/') ? 'turn' : 'answer'
      return add(state, { kind, node, run, model, blocks, usage, time, ...(cost === undefined ? {} : { cost }) })
    }
    case 'call.lost':
      return addLostResult(state, event, event.text)
    case 'tool.interrupted':
      return addLostResult(state, event, interruptedText)
    case 'context.compacted': {
      const { node, summary, through, kept, shortened, artifacts, time } = event
      const entry: ConversationEntry = {
        kind: 'compaction',
        node,
        shortened,
        time,
        ...(summary === undefined ? {} : { summary }),
        ...(through === undefined ? {} : { through }),
        ...(kept === undefined ? {} : { kept }),
        ...(artifacts === undefined ? {} : { artifacts }),
      }
      if (summary === undefined) return add(state, entry)
      return { ...state, entries: [entry, ...entriesAfter(state.entries, through)], head: node }
    }
    case 'conversation.rewound': {
      const kept = event.parent === undefined ? [] : entriesUpTo(state.entries, event.parent)
      return { ...state, entries: kept, head: event.node }
    }
    case 'conversation.forked':
      return { ...state, head: event.node }
    default:
      return state
  }
}

/** Adds the result of a call that its process did not finish. */
function addLostResult(
  state: ConversationState,
  { toolCallId, tool, time }: { readonly toolCallId: string; readonly tool: string; readonly time: number },
  text: string,
): ConversationState {
  return addToTurn(state, toolCallId, {
    kind: 'result',
    node: `result/${toolCallId}`,
    call: toolCallId,
    tool,
    isError: true,
    content: [{ type: 'text', text, label: ownLabel }],
    time,
  })
}

/** The node of a message while it waits. */
function waitingNode(message: string): string {
  return message.replace(/^message\//, 'waiting/')
}

/** Returns the entries behind a node and its results. */
export function entriesAfter(
  entries: readonly ConversationEntry[],
  node: string | undefined,
): readonly ConversationEntry[] {
  return entries.slice(entriesUpTo(entries, node).length)
}

/** Returns the entries up to a node, with its results; none if the node is not among them. */
export function entriesUpTo(
  entries: readonly ConversationEntry[],
  node: string | undefined,
): readonly ConversationEntry[] {
  const at = entries.findIndex((entry) => entry.node === node)
  if (at === -1) return []
  const next = entries.findIndex((entry, index) => index > at && entry.kind !== 'result')
  return entries.slice(0, next === -1 ? entries.length : next)
}

function messageOf(event: (MessageReceived | MessagePlaced) & { readonly time: number }): ConversationMessage {
  const { node, from, text, time } = event
  const meanwhile = event.type === 'message.placed' && event.meanwhile
  return { kind: 'message', node, from, text, time, ...(meanwhile ? { meanwhile } : {}) }
}

function add(state: ConversationState, entry: ConversationEntry): ConversationState {
  return { ...state, entries: appended(state.entries, entry), head: entry.node }
}

/** The entries are copied once: to spread them in front of another one copies them twice. */
function appended(entries: readonly ConversationEntry[], entry: ConversationEntry): readonly ConversationEntry[] {
  return entries.concat([entry])
}

function addResult(state: ConversationState, event: EndEvent): ConversationState {
  const { toolCallId, tool, result, time } = event
  const { artifact } = result.meta
  const isDone = event.type === 'tool.completed' && !result.isError
  const files = isDone ? filesOf(result) : []
  const skill = isDone && tool === 'skill.use' ? skillOf(result) : undefined
  return addToTurn(state, toolCallId, {
    kind: 'result',
    node: `result/${toolCallId}`,
    call: toolCallId,
    tool,
    isError: result.isError,
    content: result.content,
    time,
    ...(artifact === undefined ? {} : { artifact }),
    ...(files.length === 0 ? {} : { files }),
    ...(skill === undefined ? {} : { skill }),
  })
}

/** Returns the name of the skill whose instructions were loaded. A file of a skill is none. */
function skillOf({ data }: EndEvent['result']): string | undefined {
  const { name, file } = isJsonObject(data) ? data : {}
  return typeof name === 'string' && file === undefined ? name : undefined
}

const changes = { read: 'read', write: 'changed', delete: 'deleted', list: undefined } as const

/** The files that a call named itself; those that it met in a folder are too many. */
function filesOf({ data, meta: { targets } }: EndEvent['result']): readonly FileFact[] {
  const { hash_after: after, hash: written = after, created } = isJsonObject(data) ? data : {}
  return targets.flatMap((target): readonly FileFact[] => {
    if (target.kind !== 'path' || target.recursive || target.metIn !== undefined) return []
    const change = changes[target.access]
    if (change === undefined) return []
    const hash = change === 'changed' && typeof written === 'string' ? { hash: written } : {}
    const isNew = change === 'changed' && created === true ? { created } : {}
    return [{ path: target.declared, change, ...hash, ...isNew }]
  })
}

/** Calls outside of turns are not part of the conversation, and a call has one result. */
function addToTurn(
  state: ConversationState,
  call: string,
  result: Extract<ConversationEntry, { kind: 'result' }>,
): ConversationState {
  const { entries } = state
  const at = entries.findLastIndex((entry) => entry.kind === 'turn')
  const turn = entries[at]
  if (turn?.kind !== 'turn' || !turn.blocks.some((block) => block.type === 'call' && block.id === call)) return state
  // The results of a turn are behind it.
  for (let index = at + 1; index < entries.length; index += 1) {
    const entry = entries[index]
    if (entry?.kind === 'result' && entry.call === call) return state
  }
  return { ...state, entries: appended(entries, result) }
}
