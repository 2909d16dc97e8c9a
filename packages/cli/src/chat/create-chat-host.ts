import type { ChatHost, CommandReport, HostNews, Standing } from '@drawbridge/chat'
import type { Mode } from '@drawbridge/core'
import type { AgentRunner, Conversation, ConversationOptions, LoopEvent } from '@drawbridge/core/agent'
import { defined, didYouMean } from '@drawbridge/core/base'
import { createStyle } from '@drawbridge/room/text'
import type { Drawbridge } from '@drawbridge/sdk'
import type { SessionEntry } from '@drawbridge/sdk/store'
import { modes } from '../session/session-flags.ts'
import { answerAboutChildren } from './answer-about-children.ts'
import { completePath } from './complete-path.ts'
import { describeRestored } from './describe-restored.ts'
import { entriesOfConversation } from './entries-of-conversation.ts'
import { createLastChanges } from './last-changes.ts'
import type { MessageHistory } from './message-history.ts'

export interface ChatHostOptions {
  readonly drawbridge: Drawbridge
  readonly runner: AgentRunner
  /** The options of every conversation of this chat. */
  readonly options: ConversationOptions
  readonly first: Conversation
  readonly history: MessageHistory
  readonly columns: () => number
  /** Returns the recorded sessions that were last active. */
  recent(): Promise<readonly SessionEntry[]>
}

interface MadeCall {
  readonly name: string
  readonly input: unknown
}

/** The conversation behind a chat, which its commands may replace by another one. */
export interface OpenChatHost extends ChatHost, AsyncDisposable {
  /** The id of the conversation that stands last. */
  session(): string
  /** Tells the person what failed in the background. */
  tellFailure(text: string): void
}

/** Creates what a chat talks to. */
export async function createChatHost(given: ChatHostOptions): Promise<OpenChatHost> {
  const { drawbridge, runner, history, columns } = given
  const changes = createLastChanges(drawbridge.workspace, drawbridge.home)
  const allowed: string[] = []
  const children = await drawbridge.house.service('childAgents')
  let options = given.options
  let conversation = given.first
  let lastCall: MadeCall | undefined
  /** The calls that have not ended: as the model made them, and from the time on that they are judged as they are run. */
  const calls = new Map<string, MadeCall>()

  /** A session with the authority of the conversation, for what is not said in it. */
  const openAside = () => {
    const { resume: _, fork: _fork, id: _id, model: _model, budget: _budget, workspace: _workspace, ...own } = options
    return drawbridge.openSession({
      ...own,
      scope: { ...own.scope, provider: own.scope?.provider ?? conversation.model },
    })
  }
  const mode = () => drawbridge.policySource.current().modeOf(options)
  /** The cost is that of the whole session, including its runs in earlier processes. */
  const standing = async (): Promise<Standing> => {
    const { usage, cost, children: below } = await conversation.spent()
    const { input, cacheRead, cacheWrite, cacheWriteHour, output, reasoning } = usage
    const tokens = input + cacheRead + cacheWrite + cacheWriteHour + output + reasoning
    return {
      model: conversation.model,
      mode: mode(),
      session: conversation.id,
      tokens,
      ...defined({ cost, children: below }),
    }
  }
  const todosOf = async (session: string) => (await (await drawbridge.house.service('todoLists'))?.read(session)) ?? []
  const report = (text: string, tone: CommandReport['tone'] = 'plain'): CommandReport => ({ text, tone })

  /** Goes on in another conversation. */
  const goTo = async (other: ConversationOptions, text: string): Promise<CommandReport> => {
    const opened = await runner.open({ ...options, ...other })
    await conversation[Symbol.asyncDispose]()
    conversation = opened
    follow()
    return {
      text: `${text}${readerNote(conversation)}`,
      tone: conversation.access.mode === 'read' ? 'notice' : 'faint',
      standing: await standing(),
      conversation: { entries: entriesOfConversation(conversation.entries()), todos: await todosOf(conversation.id) },
    }
  }

  /** Goes on in this conversation with other options. If they are refused, it goes on as it was. */
  const reopen = async (changed: ConversationOptions, text: string): Promise<CommandReport> => {
    // Nothing is recorded that could be resumed until something was said.
    const same = conversation.entries().length > 0 ? { resume: conversation.id } : { id: conversation.id }
    // A session has one writer, so that this conversation must be left before it can be opened again.
    await conversation[Symbol.asyncDispose]()
    try {
      conversation = await runner.open({ ...options, ...changed, ...same })
      options = { ...options, ...changed }
    } catch (error) {
      conversation = await runner.open({ ...options, ...same })
      throw error
    } finally {
      follow()
    }
    return { text, tone: 'faint', standing: await standing() }
  }

  const listeners = new Set<(news: HostNews) => void>()
  let followed: readonly Disposable[] = []
  const tell = (news: HostNews) => {
    for (const listener of listeners) listener(news)
  }
  /** Has those who watch follow the conversation that stands now. */
  const follow = () => {
    for (const each of followed) each[Symbol.dispose]()
    const watched = children?.watch(conversation.id, (news) => {
      tell({ type: 'child.told', news })
      if (news.child.endedAt !== undefined) void tellCost()
    })
    const posted = conversation.onPosted(() => tell({ type: 'messages.posted' }))
    followed = watched === undefined ? [posted] : [posted, watched]
  }

  const tellCost = async () => {
    const { children: below } = await conversation.spent()
    if (below !== undefined) tell({ type: 'standing.changed', standing: { children: below } })
  }

  const note = (event: LoopEvent) => {
    if (event.type === 'turn.answered') for (const { id, name, input } of event.calls) calls.set(id, { name, input })
    if (event.type === 'call.started') calls.set(event.call, { name: event.tool, input: event.input })
    if (event.type === 'approval.requested') {
      lastCall = { name: event.request.tool, input: event.request.input }
      calls.set(event.call, lastCall)
    }
    if (event.type === 'approval.decided' && event.decision.answer.startsWith('allow_')) {
      const { name = 'a call' } = calls.get(event.call) ?? {}
      if (event.decision.answer !== 'allow_once') allowed.push(`${name}: ${event.decision.answer}`)
    }
    if (event.type !== 'call.ended') return
    changes.note(event.tool, event.outcome)
    lastCall = calls.get(event.call)
    calls.delete(event.call)
  }

  const host: OpenChatHost = {
    session: () => conversation.id,
    tellFailure: (text) => tell({ type: 'note.made', text, tone: 'bad' }),
    standing: await standing(),
    entries: [
      ...entriesOfConversation(conversation.entries()),
      ...(conversation.access.mode === 'read'
        ? [{ kind: 'note', tone: 'notice', text: readerNote(conversation).trim() } as const]
        : []),
    ],
    todos: await todosOf(conversation.id),
    history: history.messages,
    async *send(text) {
      for await (const event of conversation.send(text)) {
        note(event)
        yield event
      }
    },
    steer: (text) => conversation.post({ text }),
    abort: () => conversation.abort('stopped by the person'),
    watch: (listener) => {
      listeners.add(listener)
      if (listeners.size === 1) follow()
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    remember: (text) => void history.add(text),
    complete: (word) => completePath(word, drawbridge.workspace),
    command: async (name, argument) => {
      switch (name) {
        case 'mode': {
          if (argument === '') return report(`The mode is "${mode()}". Others: ${modes.join(', ')}.`)
          const wanted = modes.find((each) => each === argument)
          if (wanted === undefined)
            return report(
              `There is no mode "${argument}".${didYouMean(argument, modes)} Modes: ${modes.join(', ')}.`,
              'bad',
            )
          return reopen({ mode: wanted satisfies Mode }, `The mode is now "${wanted}".`)
        }
        case 'model':
          if (argument === '') return report(`The model is "${conversation.model}".`)
          await conversation.useModel(argument)
          options = { ...options, model: argument }
          return { ...report(`The model is now "${conversation.model}".`, 'faint'), standing: await standing() }
        case 'tools': {
          await using session = openAside()
          return report(describeTools(session))
        }
        case 'permissions': {
          await using session = openAside()
          return report(describePermissions(session, mode(), allowed))
        }
        case 'explain': {
          if (lastCall === undefined) return report('No call was decided yet.')
          const { renderExplanation } = await import('../explain/render-explanation.ts')
          await using session = openAside()
          const explanation = await session.explain({ name: lastCall.name, arguments: lastCall.input })
          return report(renderExplanation(explanation, columns(), createStyle(false)).trimEnd())
        }
        case 'undo': {
          await using session = openAside()
          return report(await changes.undo(session))
        }
        case 'compact': {
          const { before, after } = await conversation.compact()
          const text = `Earlier messages are now a summary: ${before} tokens became ${after}.`
          return { ...report(text, 'faint'), standing: await standing() }
        }
        case 'children':
          if (children === undefined) return report('No room starts children here.', 'bad')
          return report(await answerAboutChildren(argument, conversation.id, children))
        case 'sessions':
          return report(describeSessions(await given.recent()))
        case 'resume': {
          if (argument === '') return report('Name the conversation: /resume ID. /sessions lists them.', 'notice')
          if (argument === conversation.id) return report('This is that conversation.', 'notice')
          return goTo({ resume: argument }, `Going on with ${argument}.`)
        }
        case 'fork': {
          const origin = conversation.id
          const node = argument === '' ? {} : { node: argument }
          return goTo({ fork: { session: origin, ...node } }, `This is a copy of ${origin}, which stays as it is.`)
        }
        case 'rewind':
          return rewind(argument)
        default:
          return name satisfies never
      }
    },
    [Symbol.asyncDispose]: async () => {
      for (const each of followed) each[Symbol.dispose]()
      await conversation[Symbol.asyncDispose]()
    },
  }
  return host

  async function rewind(argument: string): Promise<CommandReport> {
    const [, given = '', withFiles] = /^(\d*)\s*(files)?$/.exec(argument) ?? [undefined, argument]
    const count = given === '' ? 1 : Number(given)
    const placesOf = (all: ReturnType<Conversation['entries']>) =>
      all.flatMap((entry, index) => (entry.kind === 'message' && entry.from === 'user' ? [index] : []))
    let entries = conversation.entries()
    // Messages that a summary covers are not among the entries that the model sees.
    if (placesOf(entries).length < count || !(count > 0)) entries = await conversation.wholeEntries()
    const messages = placesOf(entries)
    const at = Number.isInteger(count) && count > 0 ? messages.at(-count) : undefined
    if (at === undefined)
      return report(`"${argument}" is not a number of messages from 1 to ${messages.length}.`, 'bad')
    const { dropped, files } = await conversation.rewind(entries[at - 1]?.node, { files: withFiles !== undefined })
    const what = count === 1 ? 'to before your last message' : `to before your ${count} last messages`
    const text = `Went back ${what}: ${dropped} entries are left out. ${describeRestored(files)}`
    return { ...report(text, 'faint'), standing: await standing() }
  }
}

/** Says that another process writes, and what the person can do. */
function readerNote({ access }: Conversation): string {
  if (access.mode === 'write') return ''
  return ` It is being written by ${access.writer}, so that you can only read it here. /fork goes on with a copy.`
}

function describeTools({ snapshot }: ReturnType<Drawbridge['openSession']>): string {
  const width = Math.max(...snapshot.tools.map(({ name }) => name.length))
  const rows = snapshot.tools.map(({ name, permission, risk }) => `${name.padEnd(width)}  ${permission}, ${risk}`)
  const hidden = snapshot.hidden.map(({ name, reason }) => `${name.padEnd(width)}  not available: ${reason}`)
  return [...rows, ...hidden].join('\n')
}

function describePermissions(
  { snapshot }: ReturnType<Drawbridge['openSession']>,
  mode: string,
  allowed: readonly string[],
): string {
  const names = (wanted: string) =>
    snapshot.tools.filter(({ permission }) => permission === wanted).map(({ name }) => name)
  return [
    `The mode is "${mode}".`,
    `Only read: ${names('readonly').join(', ')}`,
    `Change something, and are judged by the rules: ${names('write').join(', ')}`,
    `Not available: ${snapshot.hidden.map(({ name }) => name).join(', ') || 'none'}`,
    `Allowed by you in this chat: ${allowed.join(', ') || 'nothing beyond single calls'}`,
    'The rules with their sources: drawbridge policy tools. Standing permissions: drawbridge grants.',
  ].join('\n')
}

function describeSessions(sessions: readonly SessionEntry[]): string {
  if (sessions.length === 0) return 'No conversation is recorded.'
  return sessions
    .map(({ id, updatedAt, calls }) => `${new Date(updatedAt).toISOString()}  ${id}  ${calls} calls`)
    .join('\n')
}
