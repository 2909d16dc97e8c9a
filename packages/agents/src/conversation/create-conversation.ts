import { randomUUID } from 'node:crypto'
import { DrawbridgeError } from '@drawbridge/core'
import {
  type Conversation,
  type ConversationEntry,
  type ConversationMessage,
  defaultRunBudget,
  type LoopEvent,
  type MessageOptions,
  objectionToBudget,
  ordersId,
  type RunBudget,
  type RunReport,
} from '@drawbridge/core/agent'
import { type Channel, createChannel, defined } from '@drawbridge/core/base'
import type { AnyEventBody } from '@drawbridge/core/event'
import { type Model, ModelError } from '@drawbridge/core/model'
import { compactConversation } from '../compact/compact-conversation.ts'
import { storeResult } from '../compact/store-results.ts'
import { driveRun } from '../loop/drive-run.ts'
import type { LearnedSizes } from '../loop/learned-sizes.ts'
import { prepareRequest } from '../loop/prepare-request.ts'
import type { Prompt, RunParts, RunStop } from '../loop/run-parts.ts'
import { type ActiveRun, beginActiveRun, newId } from './active-run.ts'
import type { ConversationEvents } from './conversation-events.ts'
import type { ConversationParts } from './conversation-parts.ts'
import { applyEvent, type ConversationState, type SessionEvent } from './conversation-state.ts'
import { createPostbox } from './create-postbox.ts'
import { createWriterAccess } from './create-writer-access.ts'
import { lostCalls } from './lost-calls.ts'
import { planRewind } from './plan-rewind.ts'
import { addSpent, nothingSpent } from './read-spent.ts'
import { rememberSaid } from './remember-said.ts'
import { reportOfNothing } from './report-of-nothing.ts'
import { scopedMessages } from './scoped-messages.ts'
import { createTranscript } from './transcript.ts'

/** Creates a conversation on an open session. The session is closed with it. */
export async function createConversation(parts: ConversationParts): Promise<Conversation> {
  const { house, session, catalogue } = parts
  let { model, start: state } = parts
  let active: ActiveRun | undefined
  /** The cost in this process, for sessions without a record. */
  let spentHere = nothingSpent
  const runs = new Set<Promise<unknown>>()
  const heard = new Set<string>()
  /** The words of the user in the present run. */
  const said: string[] = []
  const learned = new Map<string, LearnedSizes>()
  const transcript = createTranscript()
  const listening = session.events.subscribe((event) => {
    state = applyEvent(state, event as SessionEvent)
    spentHere = addSpent(spentHere, event as SessionEvent)
  })
  const access = createWriterAccess({
    session: session.id,
    lease: parts.lease,
    onLost: () => active?.end({ reason: 'aborted', message: 'Another process took over the session.' }),
  })
  const assertWritable = async () => {
    await access.take()
    access.assertWritable()
  }
  const postbox = createPostbox({
    state: () => state,
    isActive: () => active !== undefined,
    assertWritable,
    hasPosted: parts.hasPosted,
    record: (event) => record(active?.id ?? session.principal.run, event),
  })
  await access.take()
  if (access.state.mode === 'write' && parts.origin !== undefined) {
    const { session: of, through } = parts.origin
    await record(session.principal.run, { type: 'conversation.forked', node: `fork/${randomUUID()}`, of, through })
  }
  await endLostCalls()

  const conversation: Conversation = {
    id: session.id,
    get access() {
      return access.state
    },
    get model() {
      return model.id
    },
    get run() {
      return active?.id
    },
    entries: () => state.entries,
    wholeEntries: async () => (await parts.readWhole()) ?? state.entries,
    send,
    post: postbox.post,
    onPosted: postbox.onPosted,
    abort: (reason) => active?.end({ reason: 'aborted', message: reason }),
    compact: async () => {
      assertIdle('compact')
      const begun = beginActiveRun()
      active = begun
      try {
        const own = runParts({ ...begun, run: begun.id, tell: () => undefined, budget: {}, model })
        const { before, after, dropped, failure } = await compactConversation(await prepareRequest(own), {
          ...own,
          mayCompact: undefined,
        })
        if (failure !== undefined) throw new ModelError(failure.code, failure.message, { model: model.id })
        return { before, after, dropped }
      } finally {
        active = undefined
      }
    },
    rewind: async (node, { files = false } = {}) => {
      assertIdle('rewind')
      const { dropped, earlier, left } = await planRewind(node, { ...parts, files, state, session: session.id })
      await record(session.principal.run, {
        type: 'conversation.rewound',
        node: `rewind/${randomUUID()}`,
        dropped,
        ...(node === undefined ? {} : { parent: node }),
      })
      if (earlier !== undefined) state = { ...state, entries: earlier.entries }
      return { node, dropped, ...(files ? { files: await restore(left) } : {}) }
    },
    spent: async () => ({
      ...((await parts.readSpent()) ?? spentHere),
      ...defined({ children: await parts.spentByChildren() }),
    }),
    useModel: async (id) => {
      model = await catalogue.get(id)
    },
    [Symbol.asyncDispose]: async () => {
      active?.end({ reason: 'aborted', message: 'The conversation was closed.' })
      await attached?.[Symbol.asyncDispose]()
      await Promise.allSettled(runs)
      listening[Symbol.dispose]()
      await session[Symbol.asyncDispose]()
      await access[Symbol.asyncDispose]()
    },
  }
  const attached = access.state.mode === 'write' ? await parts.attach(conversation) : undefined
  return conversation

  async function restore(left: readonly ConversationEntry[]) {
    active = beginActiveRun()
    try {
      return await parts.restoreFiles(left)
    } finally {
      active = undefined
    }
  }

  async function* send(
    message: string | undefined,
    { from = 'user', budget = {}, model: other, signal }: MessageOptions = {},
  ): AsyncGenerator<LoopEvent, RunReport> {
    assertIdle('send')
    const chosen = other === undefined ? model : await catalogue.get(other)
    const limits = { ...parts.budget, ...budget }
    const objection = objectionToBudget(limits, chosen)
    if (objection !== undefined) throw new DrawbridgeError('invalid_option', objection)
    const begun = beginActiveRun()
    assertIdle('send')
    active = begun
    const channel = createChannel<LoopEvent>()
    const onAbort = () => begun.end({ reason: 'aborted', message: 'The caller stopped the run.' })
    if (signal?.aborted === true) onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })
    const { maxDurationMs } = limits
    using _limit =
      maxDurationMs === undefined
        ? { [Symbol.dispose]: () => undefined }
        : house.clock.after(maxDurationMs, () =>
            begun.end({ reason: 'budget', message: `The run took longer than its budget of ${maxDurationMs} ms.` }),
          )
    const { id: run, stop } = begun
    const running = begin(message, { from, run, stop, channel, budget: limits, model: chosen })
    runs.add(running)
    running.catch(() => undefined)
    try {
      yield* channel.read()
      return await running
    } finally {
      begun.end({ reason: 'aborted', message: 'Nobody listened to the run any more.' })
      signal?.removeEventListener('abort', onAbort)
      await running.catch(() => undefined)
      runs.delete(running)
    }
  }

  async function begin(
    message: string | undefined,
    {
      from,
      channel,
      ...run
    }: RunChoice & { readonly from: NonNullable<MessageOptions['from']>; readonly channel: Channel<LoopEvent> },
  ): Promise<RunReport> {
    try {
      await assertWritable()
      if (message !== undefined) {
        await receiveMessage(message, from, run.run)
        const placed = state.entries.at(-1)
        if (state.waiting.length === 0 && placed?.kind === 'message')
          channel.send({ type: 'message.placed', message: placed })
      }
      // The first message of a session makes the record.
      await assertWritable()
      const nothing = message === undefined ? reportOfNothing(state, run.run) : undefined
      if (nothing === undefined) return await driveRun(runParts({ ...run, tell: channel.send }))
      channel.send({ type: 'run.ended', report: nothing })
      return nothing
    } finally {
      await rememberSaid({ house, principal: session.principal, run: run.run, words: said.splice(0) })
      active = undefined
      channel.close()
      postbox.tell()
    }
  }

  /** Messages that were said before come before it, so it waits with them. */
  async function receiveMessage(text: string, from: NonNullable<MessageOptions['from']>, run: string): Promise<void> {
    const { head, waiting } = state
    const waits = waiting.length > 0
    await record(run, {
      type: 'message.received',
      node: `${waits ? 'waiting' : 'message'}/${from === 'agent' ? ordersId(randomUUID()) : randomUUID()}`,
      from,
      text,
      ...(waits ? { waits } : {}),
      ...(waits || head === undefined ? {} : { parent: head }),
    })
  }

  function runParts({ run, stop, tell, budget, model: chosen }: RunChoice & Pick<RunParts, 'tell'>): RunParts {
    let system: Promise<Prompt['system']> | undefined
    const { judgeReply } = parts
    return {
      run,
      model: chosen,
      session,
      budget: { ...defaultRunBudget, ...budget },
      clock: house.clock,
      conversation: () => state,
      transcript,
      record: (event) => record(run, event),
      tell,
      prompt: async () => {
        system ??= parts.system()
        return { system: await system, latest: await parts.latest(run, lastSaid(state)) }
      },
      scoped: (targets) => scopedMessages(targets, { entries: () => state.entries, read: parts.scoped }),
      store: (result) => storeResult(result, session.id, house),
      mayCompact: (intended) => parts.mayCompact(intended, run),
      openChildren: parts.openChildren,
      endLostCalls,
      newId,
      stop,
      learned,
      ...defined({ reasoning: parts.reasoning }),
      ...(judgeReply === undefined ? {} : { judgeReply: (reply) => judgeReply(lastSaid(state)?.text ?? '', reply) }),
      heard,
    }
  }

  /** The session follows the event before this resolves. */
  async function record(run: string, event: ConversationEvents[keyof ConversationEvents]): Promise<void> {
    const isPlaced = event.type === 'message.placed' || (event.type === 'message.received' && event.waits !== true)
    if (isPlaced && event.from === 'user') said.push(event.text)
    const isOpen = await house.emit({ session: session.id, run }, event satisfies AnyEventBody)
    if (!isOpen) throw new DrawbridgeError('invalid_option', `The session "${session.id}" is closed.`)
  }

  async function endLostCalls(): Promise<void> {
    if (access.state.mode === 'read') return
    for (const { run, event } of lostCalls(state.entries)) await record(run, event)
  }

  function assertIdle(action: string): void {
    access.assertWritable()
    if (active === undefined) return
    throw new DrawbridgeError(
      'invalid_option',
      `A run of the session "${session.id}" is active, so it cannot ${action} now. Use post() or abort().`,
    )
  }
}

interface RunChoice {
  readonly run: string
  readonly stop: RunStop
  readonly budget: Partial<RunBudget>
  readonly model: Model
}

function lastSaid({ entries }: ConversationState): ConversationMessage | undefined {
  const last = entries.findLast((entry) => entry.kind === 'message' && entry.from === 'user')
  return last?.kind === 'message' ? last : undefined
}
