import { defineTool } from '@drawbridge/core'
import type { Question, QuestionRequest } from '@drawbridge/core/question'
import { strictSchema } from '@drawbridge/core/schema'
import { testPrincipal } from '@drawbridge/core/testing'
import type { Client, ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client'
import { isSpecType } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ConnectOptions, connectClient, type Era, eras } from '../../__fixtures__/connect-client.ts'
import { questionForm, readFormAnswers } from './question-form.ts'

const which: Question = {
  kind: 'choice',
  header: 'Database',
  question: 'Which one?',
  options: [{ label: 'SQLite', description: 'one file' }, { label: 'PostgreSQL' }],
  several: false,
  allowText: true,
}
const questions: readonly Question[] = [
  which,
  { ...which, several: true, allowText: false },
  { kind: 'yes_no', question: 'Sure?' },
  { kind: 'text', question: 'Why?' },
]
const asker = defineTool({
  name: 'demo.ask',
  description: 'Asks.',
  input: await strictSchema({ type: 'object', properties: {}, additionalProperties: false }),
  permission: 'readonly',
  execute: (_, { ask }) => ask(questions),
})
const call = { name: 'demo__ask', arguments: {} }

type Answer = (form: ElicitRequestFormParams) => ElicitResult | Promise<ElicitResult>

/** A client whose person answers every form by `answer`. */
function connectPerson(era: Era, answer: Answer, options: ConnectOptions = {}) {
  const answering = (client: Client) =>
    client.setRequestHandler('elicitation/create', ({ params }) => answer(params as ElicitRequestFormParams))
  const client = { capabilities: { elicitation: { form: {} } } }
  return connectClient({ era, client, tools: [asker], ...options }, answering)
}

const asked = async (connected: Awaited<ReturnType<typeof connectPerson>>) =>
  (await connected.client.callTool(call)).structuredContent

describe.each(eras)('over %s', (era) => {
  test('the person fills in a form of flat fields, and the tool gets the answers', async () => {
    const forms: ElicitRequestFormParams[] = []
    await using connected = await connectPerson(era, (form) => {
      forms.push(form)
      return {
        action: 'accept',
        content: {
          answer_1: 'PostgreSQL',
          text_1: 'version 17',
          answer_2_option_1: true,
          answer_2_option_2: false,
          answer_3: 'no',
          answer_4: 'it scales',
        },
      }
    })
    expect(await asked(connected)).toEqual({
      status: 'answered',
      questioner: 'mcp-elicitation',
      answers: [
        { chosen: ['PostgreSQL'], text: 'version 17' },
        { chosen: ['SQLite'] },
        { chosen: ['no'] },
        { chosen: [], text: 'it scales' },
      ],
    })
    expect(forms[0]?.message).toBe(
      'agent (main) asks you:\n1. [Database] Which one?\n   - SQLite: one file\n2. [Database] Which one?\n   - SQLite: one file\n3. Sure?\n4. Why?',
    )
    expect(forms[0]?.requestedSchema.required).toEqual(['answer_3', 'answer_4'])
  })

  test.each([
    ['a declined form', { action: 'decline' }, { status: 'declined', questioner: 'mcp-elicitation' }],
    [
      'a closed form',
      { action: 'cancel' },
      { status: 'declined', reason: expect.stringContaining('without an answer') },
    ],
    [
      'a form sent back empty',
      { action: 'accept', content: { answer_3: 'yes', answer_4: 'x' } },
      { status: 'unavailable', why: expect.stringContaining('an answer to question 1 that is empty') },
    ],
  ] as const)('%s is told to the tool as what it is', async (_what, answer, result) => {
    await using connected = await connectPerson(era, () => answer as ElicitResult)
    expect(await asked(connected)).toMatchObject(result)
  })

  test('a client that cannot show forms, and an operator who switched them off, ask nobody', async () => {
    await using without = await connectClient({ era, tools: [asker] })
    expect(await asked(without)).toMatchObject({ status: 'unavailable', why: 'nobody can be asked' })
    await using off = await connectPerson(era, () => ({ action: 'decline' }), { server: { elicitation: false } })
    expect(await asked(off)).toMatchObject({ status: 'unavailable' })
  })
})

test('while a question waits, the client is told every 15 seconds, with the other way to answer', async () => {
  const waiting = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<ElicitResult>()
  await using connected = await connectPerson(
    '2025-11-25',
    () => {
      waiting.resolve()
      return answer.promise
    },
    { server: { questionHint: 'To answer: drawbridge questions' } },
  )
  const progress: (string | undefined)[] = []
  const result = connected.client.callTool(call, { onprogress: ({ message }) => void progress.push(message) })
  await waiting.promise
  await connected.clock.advance(15_000)
  await expect.poll(() => progress).toEqual(['A question to you waits for an answer. To answer: drawbridge questions'])
  answer.resolve({ action: 'decline' })
  expect((await result).structuredContent).toMatchObject({ status: 'declined' })
})

const words = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 })
const question: fc.Arbitrary<Question> = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), question: words }),
  fc.record({ kind: fc.constant('yes_no' as const), question: words, header: words }),
  fc.record({
    kind: fc.constant('choice' as const),
    question: words,
    options: fc.uniqueArray(fc.record({ label: fc.string({ minLength: 1 }), description: words }), {
      selector: ({ label }) => label,
      minLength: 1,
      maxLength: 8,
    }),
    several: fc.boolean(),
    allowText: fc.boolean(),
  }),
)
const request = (asking: readonly Question[]): QuestionRequest => ({
  id: 'question_1',
  questions: asking,
  principal: testPrincipal,
  workspace: '/project',
  askedAt: 0,
  waitsUntil: 1,
})

describe('a form', () => {
  test('is one of MCP whatever is asked, cannot fake lines, and answers nothing by its defaults', () => {
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 4 }), (asking) => {
        const form = questionForm(request(asking))
        expect(isSpecType.ElicitRequestFormParams(form)).toBe(true)
        expect(form.message.replaceAll('\n', '').replaceAll('\t', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
        const numbered = form.message.split('\n').filter((line) => /^\d/.test(line))
        expect(numbered).toHaveLength(asking.length)
        expect(JSON.stringify(form)).not.toContain('"default"')
        for (const { chosen, text } of readFormAnswers(asking, {})) expect([chosen, text]).toEqual([[], undefined])
      }),
    )
  })

  test('gives back each option that its person chooses', () => {
    fc.assert(
      fc.property(question, fc.nat(7), (asking, wanted) => {
        if (asking.kind !== 'choice') return
        const place = wanted % asking.options.length
        const { properties } = questionForm(request([asking])).requestedSchema
        const field = properties.answer_1
        const offered = field !== undefined && 'enum' in field ? field.enum : []
        const content = asking.several ? { [`answer_1_option_${place + 1}`]: true } : { answer_1: offered?.[place] }
        const label = asking.options[place]?.label ?? ''
        expect(readFormAnswers([asking], content)[0]?.chosen).toContain(label)
      }),
    )
  })

  test.each([
    ['a character that shows nothing', ['Keep', 'Ke\u200bep']],
    ['its escape', ['Ke\u200bep', 'Ke\\u{200b}ep']],
    ['another blank', ['Keep it', 'Keep\u00a0it']],
    ['nothing', ['Keep', 'Keep']],
  ])('tells options apart that differ by %s', (_what, labels) => {
    const options = [...labels, 'Drop'].map((label) => ({ label }))
    const asking = { kind: 'choice', question: '?', options, several: false, allowText: false } as const
    const field = questionForm(request([asking])).requestedSchema.properties.answer_1
    const offered = field !== undefined && 'enum' in field ? (field.enum ?? []) : []
    expect(new Set(offered).size).toBe(3)
    expect(offered.map((each) => /^\d\. /.test(each))).toEqual([true, true, false])
    expect(readFormAnswers([asking], { answer_1: offered[1] })).toEqual([{ chosen: [labels[1]] }])
  })
})
