import type { Questioner } from '@drawbridge/core'
import type { Question, QuestionAnswer, QuestionReply } from '@drawbridge/core/question'
import { expect, test } from 'vitest'
import { openScene } from '../__fixtures__/open-scene.ts'
import { openPeer } from '../testing/http-peer.ts'
import { leaveOutLabel, proposedNote } from './read-field.ts'

const tools = [{ name: 'ask', inputSchema: { type: 'object' } }]

async function ask(
  properties: object,
  reply: QuestionReply | ((questions: readonly Question[]) => readonly QuestionAnswer[]),
  times = 1,
  message = 'Please tell.',
) {
  const peer = await openPeer({
    tools,
    act: {
      ask: async (_, { context }) => {
        const said: unknown[] = []
        for (let count = 0; count < times; count += 1) {
          const requestedSchema = { type: 'object', properties }
          const params = { message, requestedSchema }
          said.push(await context.mcpReq.send({ method: 'elicitation/create', params: params as never }))
        }
        return JSON.stringify(said)
      },
    },
  })
  const { agree, run } = await openScene({ one: { url: peer.url, era: 'legacy' } })
  await agree('one')
  const seen: unknown[] = []
  const person: Questioner = {
    id: 'person',
    ask: async ({ questions }) => {
      seen.push(...questions)
      return typeof reply === 'function' ? { status: 'answered', answers: reply(questions) } : reply
    },
  }
  const outcome = await run({}, { questioners: [person] }).call({ name: 'mcp.one.ask', arguments: {} })
  return { seen, text: outcome.text }
}

test("a question of a server reaches the person as that server's own, and the answer comes back in its types", async () => {
  const fields = {
    name: { type: 'string' },
    count: { type: 'integer' },
    sure: { type: 'boolean' },
    colour: {
      type: 'string',
      oneOf: [
        { const: 'r', title: 'Red' },
        { const: 'g', title: 'Green' },
      ],
    },
  }
  const answers = [{ chosen: [], text: 'Ada' }, { chosen: [], text: '3' }, { chosen: ['yes'] }, { chosen: ['Green'] }]
  const { seen, text } = await ask(fields, { status: 'answered', answers })
  expect(seen).toHaveLength(4)
  expect(seen[0]).toMatchObject({ question: expect.stringContaining('The MCP server "one" asks: Please tell.') })
  expect(text).toContain('{"action":"accept","content":{"name":"Ada","count":3,"sure":true,"colour":"g"}}')
})

test('a long form is asked in several rounds, and what the server proposes can be taken, changed or left out', async () => {
  const fields = {
    name: { type: 'string', default: 'Ada' },
    age: { type: 'integer', default: 36 },
    score: { type: 'number', default: 1.5, maximum: 2 },
    sure: { type: 'boolean', default: true },
    colour: { type: 'string', enum: ['red', 'green'], default: 'green' },
    nick: { type: 'string' },
  }
  const seen: Question[] = []
  const { text } = await ask(fields, (questions) => {
    seen.push(...questions)
    return questions.map((question) => {
      if (question.question.includes('score')) return { chosen: [], text: '2' }
      const options = question.kind === 'choice' ? question.options : []
      const { label } = options.find(({ description }) => description === proposedNote) ?? { label: leaveOutLabel }
      return { chosen: [label] }
    })
  })
  expect(text).toContain('{"action":"accept","content":{"name":"Ada","age":36,"score":2,"sure":true,"colour":"green"}}')
  expect(seen).toHaveLength(6)
})

test.each([
  ['too long', { name: { type: 'string', maxLength: 2 } }],
  ['too large', { name: { type: 'integer', maximum: 2 } }],
])('an answer that is %s for its field is not sent', async (_what, properties) => {
  expect((await ask(properties, () => [{ chosen: [], text: '333' }])).text).toContain('{"action":"cancel"}')
})

test('a form of choices alone may speak of secrets: nobody can type one', async () => {
  const fields = { kind: { type: 'string', enum: ['password', 'key'], description: 'With a password?' } }
  expect((await ask(fields, () => [{ chosen: ['key'] }])).text).toContain('{"kind":"key"}')
})

test('a form that has words to type, and asks for a secret above them or in an option, reaches nobody', async () => {
  const text = { x: { type: 'string' } }
  const answers = () => [{ chosen: [], text: 'x' }]
  expect((await ask(text, answers, 1, 'Type your password.')).text).toContain('{"action":"decline"}')
  const hidden = { ...text, y: { type: 'string', enum: ['Type your password above', 'ok'] } }
  expect((await ask(hidden, answers)).text).toContain('{"action":"decline"}')
})

test('a person who declines is not asked by another road', async () => {
  expect((await ask({ name: { type: 'string' } }, { status: 'declined' })).text).toContain('{"action":"decline"}')
})

test.each([
  ['its name', { password: { type: 'string' } }],
  ['its title', { x: { type: 'string', title: 'Your API key' } }],
  ['its description', { x: { type: 'string', description: 'the secret of your account' } }],
])('a field that asks for a secret by %s reaches nobody', async (_what, properties) => {
  const { seen, text } = await ask(properties, { status: 'answered', answers: [{ chosen: [], text: 'x' }] })
  expect(seen).toEqual([])
  expect(text).toContain('{"action":"decline"}')
})

test('a server that asks again and again is stopped after five questions', async () => {
  const { seen } = await ask(
    { name: { type: 'string' } },
    { status: 'answered', answers: [{ chosen: [], text: 'x' }] },
    9,
  )
  expect(seen).toHaveLength(5)
})
