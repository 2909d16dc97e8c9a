import { type ContentBlock, fail, type ToolContext, toolOutput } from '@drawbridge/core'
import type { Conversation, ConversationOptions, RunReport } from '@drawbridge/core/agent'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import { type OpenConversation, openConversationsOf } from '../conversation/open-conversations.ts'
import { needOwn } from './need-own.ts'

const longestSeconds = 300
/** The time in which the tool tells what happened. Milliseconds. */
const tellingMs = 5_000

/** `sessions.send`: says something in another conversation of the caller, and waits for the answer if asked to. */
export function sendToSessionTool(house: Pick<House, 'database'>): ToolBody {
  return defineToolBody({
    input: z.strictObject({
      session: z.string().min(1).max(300).describe('The id of another session, as sessions.list shows it.'),
      text: z.string().trim().min(1).max(100_000).describe('The message.'),
      wait_seconds: z.number().min(0).max(longestSeconds).default(60).describe('How long to wait for the answer.'),
    }),
    timeLimit: ({ wait_seconds: seconds }) => seconds * 1_000 + tellingMs,
    execute: async ({ session, text, wait_seconds: seconds }, context) => {
      const { principal } = context
      if (session === principal.session) fail('invalid_target', 'This is your own session. Answer instead.')
      const open = openConversationsOf(house)
      const caller = open.get(principal.session)
      if (caller === undefined)
        fail('invalid_target', 'Only a conversation can send to another one: use drawbridge run TASK --resume SESSION.')
      await needOwn(house, principal, session)
      const present = open.get(session)
      if (present !== undefined) return deliver(present.conversation, text)
      return work(session, text, { caller, seconds, context })
    },
  })
}

/** Says it in a conversation that is open here: its model reads it with its next request. */
async function deliver(conversation: Conversation, text: string) {
  await conversation.post({ from: 'agent', text })
  const when = conversation.run === undefined ? 'when it goes on' : 'between its calls'
  return toolOutput({
    content: [{ type: 'text', text: `Delivered. "${conversation.id}" is open here, and its model reads it ${when}.` }],
    data: { session: conversation.id, state: 'delivered' },
  })
}

interface Work {
  readonly caller: OpenConversation
  readonly seconds: number
  readonly context: ToolContext
}

/** Has the model of a conversation work on a message. Its run ends with the conversation that sent it. */
async function work(session: string, text: string, { caller, seconds, context }: Work) {
  const conversation = await caller.openOther(session, { hide: noAnswering })
  if (conversation.access.mode === 'read') {
    const { writer } = conversation.access
    await conversation[Symbol.asyncDispose]()
    fail('invalid_target', `"${session}" is being written by ${writer}, so nothing can be sent to it now.`)
  }
  caller.begun.add(conversation)
  const running = readToEnd(conversation, text).finally(async () => {
    caller.begun.delete(conversation)
    await conversation[Symbol.asyncDispose]()
  })
  running.catch(() => undefined)
  const report = await within(running, seconds, context)
  if (report === undefined)
    return toolOutput({
      content: [{ type: 'text', text: `"${session}" is still working. Read its answer later with sessions.history.` }],
      data: { session, state: 'working' },
    })
  const { run, reason, turns, calls } = report
  return toolOutput({
    content: [
      {
        type: 'text',
        text: `The run of "${session}" ended: ${reason}, ${turns} turns, ${calls} calls. Its last words:`,
      },
      answerOf(report.text === '' ? (report.message ?? '(none)') : report.text, session),
    ],
    data: { session, state: 'answered', run, reason, text: report.text },
  })
}

/** Two conversations that send to each other would never end. */
const noAnswering: NonNullable<ConversationOptions['hide']> = ({ name }) =>
  name === 'sessions.send'
    ? {
        class: 'unavailable',
        reason: 'another conversation began this run; answer in your last message',
        source: 'sessions.send',
      }
    : undefined

async function readToEnd(conversation: Conversation, text: string): Promise<RunReport> {
  const run = conversation.send(text, { from: 'agent' })
  for (;;) {
    const next = await run.next()
    if (next.done === true) return next.value
  }
}

/** Resolves to undefined if the time is over first, or if the call is aborted. */
async function within(
  running: Promise<RunReport>,
  seconds: number,
  { clock, signal }: Pick<ToolContext, 'clock' | 'signal'>,
): Promise<RunReport | undefined> {
  const { promise: over, resolve } = Promise.withResolvers<undefined>()
  const end = () => resolve(undefined)
  using _timer = clock.after(seconds * 1_000, end, 'kept-alive')
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([running, over])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** The other conversation may have read the words of strangers. */
function answerOf(text: string, target: string): ContentBlock {
  const sources = [{ tool: 'sessions.send', target }]
  return { type: 'text', text, label: { sources, trust: 'untrusted', readers: 'anyone' } }
}
