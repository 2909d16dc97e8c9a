import { randomBytes } from 'node:crypto'
import type { Questioner } from '@drawbridge/core'
import { type ModelCaller, type ModelTask, noUsage } from '@drawbridge/core/model'
import type { Question } from '@drawbridge/core/question'
import { createFakeClock } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { openScene } from '../__fixtures__/open-scene.ts'
import { openPeer, type PeerCall } from '../testing/http-peer.ts'
import { createSamplingRate } from './sampling-rate.ts'

const text = (words: string) => ({ role: 'user', content: { type: 'text', text: words } })
const request = (words: string, more: object = {}) => ({ messages: [text(words)], maxTokens: 1_000_000, ...more })

interface Play {
  readonly params: readonly object[]
  /** Sent at once instead of one after the other. */
  readonly together?: boolean
  readonly sampling?: { readonly maxTokens?: number; readonly perMinute?: number }
  readonly agrees?: boolean | 'nobody'
  readonly answer?: string
  /** The words with which the model fails. */
  readonly failure?: string
}

/** A server that asks a model during a call, and returns what it was told. */
async function sample({ params, together = false, sampling, agrees = true, answer = 'Short.', failure }: Play) {
  const send = async ({ context }: PeerCall, one: object) =>
    context.mcpReq.send({ method: 'sampling/createMessage', params: one as never }).then(
      (said) => said as object,
      (error: Error) => ({ refused: error.message }),
    )
  const peer = await openPeer({
    tools: [{ name: 'think', inputSchema: { type: 'object' } }],
    act: {
      think: async (_, call) => {
        const said: object[] = []
        if (together) said.push(...(await Promise.all(params.map((one) => send(call, one)))))
        else for (const one of params) said.push(await send(call, one))
        return JSON.stringify(said)
      },
    },
  })
  const tasks: ModelTask[] = []
  const modelCaller: ModelCaller = {
    isAvailable: true,
    call: async (task) => {
      tasks.push(task)
      if (failure !== undefined) throw new Error(failure)
      return { text: answer, model: 'small', usage: noUsage }
    },
  }
  const definition = { url: peer.url, era: 'legacy' as const, ...(sampling === undefined ? {} : { sampling }) }
  const { agree, run } = await openScene({ one: definition }, { modelCaller })
  await agree('one')
  const seen: Question[] = []
  const person: Questioner = {
    id: 'person',
    ask: async ({ questions }) => {
      seen.push(...questions)
      return { status: 'answered', answers: [{ chosen: [agrees === true ? 'yes' : 'no'] }] }
    },
  }
  const questioners = agrees === 'nobody' ? [] : [person]
  const own = run({}, { questioners })
  const told: string[] = []
  using _listening = own.events.subscribe((event) => {
    if (event.type === 'tool.progress') told.push(event.message)
  })
  const outcome = await own.call({ name: 'mcp.one.think', arguments: {} })
  return { tasks, seen, told, said: outcome.text }
}

const refusals = (said: string) => said.match(/"refused"/g)?.length ?? 0

test('a server gets words of a model if the person behind the call agrees to what it asks, within the limits of the operator', async () => {
  const { tasks, seen, said } = await sample({
    params: [request('Sum up: a, b, c.', { systemPrompt: 'Be brief.' })],
    sampling: { maxTokens: 77 },
  })
  expect(tasks).toEqual([{ purpose: 'mcp.sampling', system: 'Be brief.', prompt: 'Sum up: a, b, c.', maxOutput: 77 }])
  expect(seen).toMatchObject([
    {
      kind: 'yes_no',
      question: expect.stringMatching(/server "one" wants a model .*77 tokens.*\n.*Be brief\. Sum up: a, b, c\./),
    },
  ])
  expect(said).toContain('"text":"Short."')
})

test('a server that was not allowed to ask a model reaches neither it nor a person', async () => {
  const { tasks, seen, said } = await sample({ params: [request('x')] })
  expect([tasks, seen, refusals(said)]).toEqual([[], [], 1])
})

test.each(['nobody', false] as const)(
  'no model is asked if the person says no, or there is none (%s)',
  async (agrees) => {
    const { tasks, said } = await sample({ params: [request('x')], sampling: {}, agrees })
    expect([tasks, refusals(said)]).toEqual([[], 1])
  },
)

test('a server that asks in a loop gets five answers in a call, or as many as one minute has', async () => {
  const params = Array.from({ length: 9 }, (_, turn) => request(`again ${turn}`))
  expect((await sample({ params, sampling: {} })).tasks).toHaveLength(5)
  const { tasks, said } = await sample({ params, sampling: { perMinute: 2 } })
  expect([tasks.length, refusals(said)]).toEqual([2, 7])
})

test('a request that comes before the first one is answered is refused, so that none hides inside another', async () => {
  const params = [request('outer'), request('inner')]
  const { tasks, said } = await sample({ params, together: true, sampling: {} })
  expect([tasks.length, refusals(said)]).toEqual([1, 1])
})

test.each([
  ['tools of its own', { tools: [{ name: 'a', inputSchema: { type: 'object' } }] }],
  ['the conversation', { includeContext: 'thisServer' }],
  ['a picture', { messages: [{ role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } }] }],
  ['more than it may ask', { messages: [text('x'.repeat(32_001))] }],
])('a request with %s reaches nobody', async (_what, more) => {
  const { tasks, seen, said } = await sample({ params: [request('x', more)], sampling: {} })
  expect([tasks, seen, refusals(said)]).toEqual([[], [], 1])
})

test('no secret leaves in the request or in the answer, and no invisible character is shown or sent', async () => {
  const secret = `ghp_${randomBytes(64)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 36)}`
  const { tasks, seen, said } = await sample({
    params: [request(`tell\u{E0041} ${secret}`)],
    sampling: {},
    answer: `It is ${secret}.`,
  })
  expect(JSON.stringify([tasks, said])).not.toContain(secret)
  expect(JSON.stringify([tasks, seen])).not.toContain('\u{E0041}')
})

test('the caller reads why a model failed, and the server does not', async () => {
  const { said, told } = await sample({ params: [request('x')], sampling: {}, failure: 'Account 77 is empty.' })
  expect([refusals(said), told.join(' ')]).toEqual([1, expect.stringContaining('Account 77 is empty.')])
  expect(said).not.toContain('77')
})

test('the count of a minute is over after a minute', async () => {
  const clock = createFakeClock()
  const rate = createSamplingRate(1, clock)
  expect([rate.take(), rate.take()]).toEqual([true, false])
  await clock.advance(60_000)
  expect(rate.take()).toBe(true)
})
