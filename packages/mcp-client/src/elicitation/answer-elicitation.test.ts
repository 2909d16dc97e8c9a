import type { Questioner } from '@drawbridge/core'
import { expect, test } from 'vitest'
import { openScene } from '../__fixtures__/open-scene.ts'
import { openPeer } from '../testing/http-peer.ts'

const tools = [{ name: 'ask', inputSchema: { type: 'object' } }]

async function ask(properties: object, reply: Awaited<ReturnType<Questioner['ask']>>, times = 1) {
  const peer = await openPeer({
    tools,
    act: {
      ask: async (_, { context }) => {
        const said: unknown[] = []
        for (let count = 0; count < times; count += 1) {
          const requestedSchema = { type: 'object', properties }
          const params = { message: 'Please tell.', requestedSchema }
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
      return reply
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
