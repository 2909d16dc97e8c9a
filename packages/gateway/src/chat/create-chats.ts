import type { RunReported } from '@drawbridge/access'
import { errorMessage } from '@drawbridge/core'
import type { AgentRunner, Conversation } from '@drawbridge/core/agent'
import { type Clock, createSystemIdSource, defined } from '@drawbridge/core/base'
import type { Drawbridge } from '@drawbridge/sdk'
import { findSession } from '@drawbridge/store/sessions'
import { refuse } from '../problem/problem.ts'
import type { Gateway } from '../server/gateway.ts'
import type { AcceptedMessage, ChatNews, Chats } from './chats.ts'
import { scrubStreamed } from './scrub-streamed.ts'

/** A conversation that this node writes. */
interface OpenChat {
  readonly conversation: Conversation
  readonly owner: string | undefined
  running: Promise<void> | undefined
  /** The reason why the run that is beginning may not. */
  objection: string | undefined
  /** True if something was posted when the run was almost over. */
  isWaiting: boolean
  timer: Disposable | undefined
}

/** The time without a run after which another process may have the session. */
const idleMs = 5 * 60_000

/** The parts that chats work with. */
export interface ChatParts {
  readonly drawbridge: Drawbridge
  readonly clock: Clock
  readonly database: Gateway['database']
  /** Returns the reason why the run of a session may not go on. */
  objectionTo(session: string): Promise<string | undefined>
  onError(error: Error): void
}

/** Creates the sessions in which agents work for callers of this node. */
export function createChats({ drawbridge, clock, database, objectionTo, onError }: ChatParts): Chats {
  const { house } = drawbridge
  const ids = createSystemIdSource()
  const open = new Map<string, Promise<OpenChat | undefined>>()
  const listeners = new Set<(news: ChatNews) => void>()
  let active = 0
  let isClosing = false

  const runnerOf = async (): Promise<AgentRunner> =>
    (await house.service('agentRunner')) ?? refuse('not_available', 'No room runs agents here.')

  return {
    create: async ({ agent, model, fork }, { user }) => {
      const id = ids.next('session')
      const principal = { user: user.name, channel: 'http', ...defined({ agent }) }
      const runner = await runnerOf()
      const opening = runner.open({ id, principal, ...defined({ model, fork }) })
      const chat = opening.then((conversation) => keep(conversation, user.name))
      open.set(id, chat)
      chat.catch(() => open.delete(id))
      await chat
      await house.emit({ session: id, run: ids.next('run') }, { type: 'conversation.opened', ...principal })
      return id
    },
    send: async (session, { id, text }, owner) => {
      for (;;) {
        const chat = await obtain(session, owner)
        if (chat === undefined) return leave(session, { kind: 'message', id, text })
        try {
          await chat.conversation.post({ id, from: 'user', text })
          return { session, message: id, taken: 'here' }
        } catch (error) {
          // Another node took the session while this one stood still.
          if (chat.conversation.access.mode === 'write') throw error
        }
      }
    },
    resume: async (session, owner) => {
      const chat = await obtain(session, owner)
      if (chat === undefined) refuse('conflict', 'Another process writes this session now.')
      if (chat.running !== undefined) refuse('conflict', 'A run of this session is active.')
      begin(session, chat)
      return { session, message: '', taken: 'here' }
    },
    abort: async (session, reason) => {
      const chat = await open.get(session)
      if (chat !== undefined) return chat.conversation.abort(reason)
      await leave(session, { kind: 'abort', id: ids.next('delivery'), reason })
    },
    endUnwanted: async () => {
      for (const [session, opened] of open) {
        const chat = await opened.catch(() => undefined)
        const run = chat?.running
        const objection = run === undefined ? undefined : await objectionTo(session)
        if (chat === undefined || objection === undefined || chat.running !== run) continue
        chat.objection = objection
        chat.conversation.abort(objection)
      }
    },
    takeUndelivered: async (ageMs) => {
      for (const session of await (await runnerOf()).undelivered(ageMs))
        await obtain(session, (await findSession(database, session))?.user)
    },
    listen: (listener) => {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    active: () => active,
    [Symbol.asyncDispose]: async () => {
      isClosing = true
      await Promise.all([...open.keys()].map(close))
    },
  }

  async function leave(session: string, delivery: Parameters<AgentRunner['deliver']>[1]): Promise<AcceptedMessage> {
    await (await runnerOf()).deliver(session, delivery)
    return { session, message: delivery.id, taken: 'elsewhere' }
  }

  /** Returns the conversation, opened if it is not yet; undefined if another process writes it. */
  async function obtain(session: string, owner: string | undefined): Promise<OpenChat | undefined> {
    if (isClosing) refuse('not_available', { retryAfterMs: 1_000 })
    const known = open.get(session)
    const chat = await known
    if (chat !== undefined && chat.conversation.access.mode === 'write') return chat
    if (known !== undefined && open.get(session) === known) await close(session)
    const again = open.get(session)
    if (again !== undefined) return again
    const opening = resumed(session, owner)
    open.set(session, opening)
    try {
      const opened = await opening
      if (opened === undefined) open.delete(session)
      return opened
    } catch (error) {
      open.delete(session)
      throw error
    }
  }

  async function resumed(session: string, owner: string | undefined): Promise<OpenChat | undefined> {
    const runner = await runnerOf()
    const principal = { channel: 'http', ...defined({ user: owner }) }
    const conversation = await runner.open({ resume: session, principal })
    if (conversation.access.mode === 'write') return keep(conversation, owner)
    await conversation[Symbol.asyncDispose]()
    return undefined
  }

  function keep(conversation: Conversation, owner: string | undefined): OpenChat {
    const chat: OpenChat = {
      conversation,
      owner,
      running: undefined,
      objection: undefined,
      isWaiting: false,
      timer: undefined,
    }
    conversation.onPosted(() => begin(conversation.id, chat))
    rest(conversation.id, chat)
    return chat
  }

  function begin(session: string, chat: OpenChat): void {
    if (isClosing) return
    chat.isWaiting = chat.running !== undefined
    if (chat.isWaiting) return
    chat.timer?.[Symbol.dispose]()
    active += 1
    chat.objection = undefined
    chat.running = drive(session, chat).finally(() => {
      active -= 1
      chat.running = undefined
      if (chat.isWaiting) begin(session, chat)
      else rest(session, chat)
    })
  }

  async function drive(session: string, chat: OpenChat): Promise<void> {
    const { conversation, owner } = chat
    let run = { session, run: ids.next('run') }
    let ended: Omit<RunReported, 'type'> = { reason: 'failed', message: 'The server could not go on with the run.' }
    const tell = (event: ChatNews['event']) => {
      for (const listener of listeners) listener({ session, owner, event })
    }
    try {
      const objection = (await objectionTo(session)) ?? chat.objection
      if (objection !== undefined) {
        await house.emit(run, { type: 'run.reported', reason: 'aborted', message: objection } as RunReported)
        return
      }
      for await (const event of scrubStreamed(conversation.send(undefined), house.scrubber)) {
        if (event.type === 'run.ended') {
          const { run: id, reason, message, turns, calls, denied, usage, cost } = event.report
          ended = { reason, turns, calls, denied, usage, ...defined({ message, cost }) }
          run = { session, run: id }
        }
        tell(event)
      }
    } catch (error) {
      onError(error instanceof Error ? error : new Error(errorMessage(error)))
    }
    // The record may be what failed.
    await house.emit(run, { type: 'run.reported', ...ended } as RunReported).catch(() => false)
  }

  /** Lets another process have the session after a while. */
  function rest(session: string, chat: OpenChat): void {
    chat.timer?.[Symbol.dispose]()
    chat.timer = clock.after(idleMs, () => void close(session).catch(() => undefined))
  }

  async function close(session: string): Promise<void> {
    const closing = open.get(session)
    const chat = await closing?.catch(() => undefined)
    if (open.get(session) === closing) open.delete(session)
    chat?.timer?.[Symbol.dispose]()
    await chat?.conversation[Symbol.asyncDispose]()
    await chat?.running
  }
}
