import type { Conversation, HandoffRoute, LoopEvent, PostedMessage, RunReport } from '@drawbridge/core/agent'
import { noUsage } from '@drawbridge/core/model'
import { expect, test } from 'vitest'
import { followHandoffs } from './follow-handoffs.ts'

const route: HandoffRoute = {
  ...{ agent: 'billing', session: 'handoff_1', from: 'front', reason: 'a bill', channel: '', chat: 'front-1' },
}

interface Heard {
  readonly sent: (string | undefined)[]
  readonly posted: string[]
  isOpen: boolean
}

/** A conversation that only notes what it hears. */
function conversationOf(
  id: string,
  { calls = 0, onSend = async () => {} }: { calls?: number; onSend?: () => Promise<void> } = {},
) {
  const heard: Heard = { sent: [], posted: [], isOpen: true }
  async function* send(message: string | undefined): AsyncGenerator<LoopEvent, RunReport> {
    heard.sent.push(message)
    yield { type: 'text.streamed', text: id }
    await onSend()
    return {
      run: id,
      reason: 'completed',
      text: `${id} here`,
      turns: 1,
      calls,
      denied: 0,
      usage: noUsage,
      durationMs: 0,
    }
  }
  const conversation = {
    ...{ id, send },
    post: async (...messages: readonly PostedMessage[]) => void heard.posted.push(...messages.map(({ text }) => text)),
    [Symbol.asyncDispose]: async () => {
      heard.isOpen = false
    },
  } as unknown as Conversation
  return { conversation, heard }
}

function followed(
  front: ReturnType<typeof conversationOf>,
  target: ReturnType<typeof conversationOf>,
  routes: { at: HandoffRoute | undefined },
) {
  const house = { service: async () => ({ routeOf: async () => routes.at }) } as never
  return followHandoffs(front.conversation, {
    house,
    principal: { user: 'ada' },
    handedOver: 0,
    openTarget: async () => target.conversation,
  })
}

async function say(conversation: Conversation, text: string | undefined, from: 'user' | 'agent' = 'user') {
  const run = conversation.send(text, { from })
  for (;;) {
    const next = await run.next()
    if (next.done === true) return next.value.text
  }
}

test('a message of a person reaches the agent that answers now, once, and not the one that was there first', async () => {
  const [front, billing] = [conversationOf('front-1'), conversationOf('handoff_1')]
  const conversation = followed(front, billing, { at: route })
  expect(await say(conversation, 'My bill is wrong.')).toBe('handoff_1 here')
  expect([front.heard.sent, billing.heard.sent]).toEqual([[], ['My bill is wrong.']])
  expect(billing.heard.posted).toEqual([expect.stringContaining('[Handoff from "front"]')])
  expect(billing.heard.isOpen).toBe(false)
})

test('a message of another agent stays with the agent that it was for', async () => {
  const [front, billing] = [conversationOf('front-1'), conversationOf('handoff_1')]
  expect(await say(followed(front, billing, { at: route }), 'It is done.', 'agent')).toBe('front-1 here')
  expect(billing.heard.sent).toEqual([])
})

test('the other agent speaks at once after the run that handed the person over', async () => {
  const routes: { at: HandoffRoute | undefined } = { at: undefined }
  const front = conversationOf('front-1', {
    calls: 1,
    onSend: async () => {
      routes.at = route
    },
  })
  const billing = conversationOf('handoff_1')
  expect(await say(followed(front, billing, routes), 'My bill is wrong.')).toBe('handoff_1 here')
  expect([front.heard.sent, billing.heard.sent]).toEqual([['My bill is wrong.'], [undefined]])
})

test('words of the person while the other agent works reach that one, and those of agents do not', async () => {
  const billing: ReturnType<typeof conversationOf> = conversationOf('handoff_1', {
    onSend: async () => conversation.post({ text: 'Hurry.' }, { from: 'agent', text: 'A result.' }),
  })
  const front = conversationOf('front-1')
  const conversation = followed(front, billing, { at: route })
  await say(conversation, 'My bill is wrong.')
  expect(billing.heard.posted.at(-1)).toBe('Hurry.')
  expect(front.heard.posted).toEqual(['A result.'])
  await conversation.post({ text: 'Later.' })
  expect(front.heard.posted.at(-1)).toBe('Later.')
})

test('a route that leads to the conversation itself is none', async () => {
  const [front, billing] = [conversationOf('front-1'), conversationOf('handoff_1')]
  expect(await say(followed(front, billing, { at: { ...route, session: 'front-1' } }), 'Hello')).toBe('front-1 here')
})
