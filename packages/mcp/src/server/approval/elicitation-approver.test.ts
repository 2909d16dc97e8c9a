import { approveWith } from '@drawbridge/core'
import type { CallToolResult, Client, ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { type ConnectOptions, connectClient, type Era, eras } from '../../__fixtures__/connect-client.ts'

const call = { name: 'demo__note', arguments: { text: 'hello' } }
const outcomeOf = (result: CallToolResult) => result._meta?.['drawbridge/outcome']

type Answer = (form: ElicitRequestFormParams) => ElicitResult | Promise<ElicitResult>

/** A client whose person answers every form by `answer`. */
function connectPerson(era: Era, answer: Answer, options: ConnectOptions = {}) {
  const answering = (client: Client) =>
    client.setRequestHandler('elicitation/create', ({ params }) => answer(params as ElicitRequestFormParams))
  return connectClient({ era, client: { capabilities: { elicitation: { form: {} } } }, ...options }, answering)
}

describe.each(eras)('over %s', (era) => {
  test('an answer from elsewhere counts where it comes first, whatever the person then says', async () => {
    const asked = Promise.withResolvers<void>()
    const elsewhere = approveWith('elsewhere', () => asked.promise.then(() => ({ answer: 'allow_once' })), {
      human: true,
    })
    await using connected = await connectPerson(
      era,
      async () => {
        asked.resolve()
        while (!connected.recorder.types().includes('permission.decided')) await connected.clock.advance(0)
        return { action: 'decline' }
      },
      { run: { approvers: [elsewhere] } },
    )
    expect(outcomeOf(await connected.client.callTool(call))).toMatchObject({ status: 'ok' })
    expect(connected.recorder.events).toContainEqual(
      expect.objectContaining({ type: 'permission.decided', approver: 'elsewhere' }),
    )
  })

  test('a yes lets the call run, and is recorded as the word of the client', async () => {
    const forms: ElicitRequestFormParams[] = []
    await using connected = await connectPerson(era, (form) => {
      forms.push(form)
      return { action: 'accept', content: { decision: 'allow_once' } }
    })
    const result = await connected.client.callTool(call)
    expect(result.content).toMatchObject([{ type: 'text', text: 'noted: hello' }])
    expect(result._meta?.['drawbridge/data']).toEqual({ length: 5 })
    expect(forms).toMatchObject([
      {
        message: expect.stringContaining('demo.note'),
        requestedSchema: {
          properties: { decision: { enum: ['allow_once', 'allow_for_session', 'deny', 'abort'] } },
          required: ['decision'],
        },
      },
    ])
    expect(connected.recorder.events).toContainEqual(
      expect.objectContaining({
        type: 'permission.decided',
        approver: 'mcp-elicitation',
        decision: expect.objectContaining({ metadata: { wordOf: 'mcp-client', action: 'accept' } }),
      }),
    )
  })

  test.each([
    ['a no with its reason', { action: 'accept', content: { decision: 'deny', reason: 'not today' } }, 'not today'],
    ['a declined form', { action: 'decline' }, 'declined'],
    ['a closed form', { action: 'cancel' }, 'without an answer'],
  ] as const)('%s keeps the call from running and says why', async (_what, answer, reason) => {
    // The SDK's client checks a form before it sends it back; one that does not is what this server has to cope with.
    await using connected = await connectPerson(era, () => answer as ElicitResult)
    const result = await connected.client.callTool(call)
    expect(outcomeOf(result)).toMatchObject({ status: 'denied' })
    expect(JSON.stringify(result.content)).toContain(reason)
    expect(connected.recorder.types()).not.toContain('tool.started')
  })

  test.each([
    ['a form sent back empty', {}, 'the form had no fields'],
    ['an answer that was not on offer', { decision: 'allow_always' }, 'not \\"allow_always\\"'],
    ['another field', { answer: 'allow_once' }, 'the form had only \\"answer\\"'],
    ['an answer of another type', { decision: true }, 'not true'],
  ] as const)(
    '%s is asked again, and in the end told as an unusable answer and not as a refusal',
    async (_what, content, why) => {
      const forms: string[] = []
      await using connected = await connectPerson(era, ({ message }) => {
        forms.push(message)
        return { action: 'accept', content } as ElicitResult
      })
      const result = await connected.client.callTool(call)
      expect(outcomeOf(result)).toMatchObject({ status: 'denied', code: 'approval_unavailable' })
      expect(JSON.stringify(result.content)).toContain(why)
      expect(forms).toHaveLength(3)
      expect(forms[1]).toMatch(
        /^The last answer could not be used: "decision" must be one of allow_once, .*\nMay demo\.note run\?/,
      )
      expect(connected.recorder.types()).not.toContain('permission.decided')
      expect(connected.recorder.types()).not.toContain('tool.started')
    },
  )

  test('a slip is corrected: the second answer to the same question counts', async () => {
    const decisions = ['yes', 'allow_once']
    await using connected = await connectPerson(era, () => ({
      action: 'accept',
      content: { decision: decisions.shift() ?? '' },
    }))
    expect(outcomeOf(await connected.client.callTool(call))).toMatchObject({ status: 'ok' })
    expect(decisions).toEqual([])
  })

  test('the operator can switch the asking off', async () => {
    await using connected = await connectPerson(
      era,
      () => ({ action: 'accept', content: { decision: 'allow_once' } }),
      { client: { capabilities: { elicitation: {} } }, server: { elicitation: false } },
    )
    expect(outcomeOf(await connected.client.callTool(call))).toMatchObject({ code: 'approval_unavailable' })
  })

  test('a person who aborts ends the calls that wait, and later calls are served', async () => {
    const asked = Promise.withResolvers<void>()
    await using connected = await connectPerson(era, async ({ message }) => {
      if (message.includes('first')) await asked.promise
      else asked.resolve()
      return { action: 'accept', content: { decision: message.includes('first') ? 'abort' : 'allow_once' } }
    })
    const note = (text: string) => connected.client.callTool({ name: 'demo__note', arguments: { text } })
    const [first] = await Promise.all([note('first'), note('second')])
    expect(outcomeOf(first)).toMatchObject({ status: 'cancelled', code: 'aborted' })
    const later = await connected.client.callTool({ name: 'demo__add', arguments: { left: 1, right: 1 } })
    expect(outcomeOf(later)).toMatchObject({ status: 'ok' })
  })

  test('two calls that wait at once each get their own answer', async () => {
    await using connected = await connectPerson(era, async ({ message }) => {
      if (message.includes('first')) await new Promise((resolve) => setImmediate(resolve))
      return { action: 'accept', content: { decision: message.includes('first') ? 'allow_once' : 'deny' } }
    })
    const results = await Promise.all(
      ['first', 'second'].map((text) => connected.client.callTool({ name: 'demo__note', arguments: { text } })),
    )
    expect(results.map(outcomeOf)).toMatchObject([{ status: 'ok' }, { code: 'denied_by_user' }])
  })
})

test('a question without an answer in time is withdrawn, and the call says so', async () => {
  const asked = Promise.withResolvers<void>()
  const withdrawn = Promise.withResolvers<void>()
  const client = { capabilities: { elicitation: { form: {} } } }
  await using connected = await connectClient({ client }, (waiting) =>
    waiting.setRequestHandler('elicitation/create', (_, { mcpReq }) => {
      mcpReq.signal.addEventListener('abort', () => withdrawn.resolve())
      asked.resolve()
      return new Promise(() => undefined)
    }),
  )
  const waiting = connected.client.callTool(call)
  await asked.promise
  await connected.clock.advance(120_000)
  expect(outcomeOf(await waiting)).toMatchObject({ status: 'denied', code: 'approval_timeout', retryable: true })
  await withdrawn.promise
})

test('a call that waits for a person says every 15 seconds that it lives', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<ElicitResult>()
  await using connected = await connectPerson('2025-11-25', () => {
    asked.resolve()
    return answer.promise
  })
  const signs: unknown[] = []
  const waiting = connected.client.callTool(call, { onprogress: (progress) => signs.push(progress) })
  await asked.promise
  await connected.clock.advance(45_000)
  answer.resolve({ action: 'accept', content: { decision: 'allow_once' } })
  expect(outcomeOf(await waiting)).toMatchObject({ status: 'ok' })
  await connected.clock.advance(45_000)
  const message = 'demo.note waits for approval.'
  expect(signs).toEqual([1, 2, 3].map((progress) => ({ progress, message })))
})

test('a call that can be approved elsewhere says where, also to a client that cannot ask', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<{ answer: 'allow_once' }>()
  const answering = () => {
    asked.resolve()
    return answer.promise
  }
  const elsewhere = approveWith('elsewhere', answering, { human: true })
  await using connected = await connectClient({
    run: { approvers: [elsewhere] },
    server: { approvalHint: 'To answer: ring the bell' },
  })
  const signs: string[] = []
  const onprogress = ({ message = '' }) => void signs.push(message)
  const waiting = connected.client.callTool(call, { onprogress })
  await asked.promise
  await connected.clock.advance(15_000)
  answer.resolve({ answer: 'allow_once' })
  expect(outcomeOf(await waiting)).toMatchObject({ status: 'ok' })
  expect(signs).toEqual(['demo.note waits for approval. To answer: ring the bell'])
})

test('a client that says it can ask and cannot is nobody to ask', async () => {
  const client = { capabilities: { elicitation: { form: {} } } }
  await using connected = await connectClient({ client })
  expect(outcomeOf(await connected.client.callTool(call))).toMatchObject({ code: 'approval_unavailable' })
})
