import { defineTool, type ToolContext } from '@drawbridge/core'
import { strictSchema } from '@drawbridge/core/schema'
import { describe, expect, test } from 'vitest'
import { connectClient, eras } from '../../__fixtures__/connect-client.ts'

const nothing = await strictSchema({ type: 'object', properties: {}, additionalProperties: false })

function asking(execute: (context: ToolContext) => Promise<string>) {
  return defineTool({
    name: 'demo.ask',
    description: 'Asks.',
    input: nothing,
    permission: 'readonly',
    execute: (_, context) => execute(context),
  })
}

const form = { message: 'Which?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }
const said = { role: 'assistant', content: { type: 'text', text: 'good day' }, model: 'm' } as const
const everything = { elicitation: { form: {} }, sampling: {}, roots: {} }

describe.each(eras)('a tool that asks its client over %s', (era) => {
  test('gets forms, words of the model, and folders, each from the client that called', async () => {
    const tool = asking(async ({ client }) => {
      const answers = await Promise.all([
        client?.elicit(form),
        client?.sample({ messages: [{ role: 'user', content: { type: 'text', text: 'hello' } }], maxTokens: 10 }),
        client?.listRoots(),
      ])
      return JSON.stringify(answers)
    })
    await using connected = await connectClient(
      { era, tools: [tool], client: { capabilities: everything } },
      (client) => {
        client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }))
        client.setRequestHandler('sampling/createMessage', () => said)
        client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///work' }] }))
      },
    )
    const { content } = await connected.client.callTool({ name: 'demo__ask', arguments: {} })
    const [block] = content as { text: string }[]
    expect(JSON.parse(block!.text)).toMatchObject([{ content: { name: 'Ada' } }, said, [{ uri: 'file:///work' }]])
  })

  test('sends no secret with a form', async () => {
    const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    const tool = asking(async ({ client }) =>
      String((await client?.elicit({ ...form, message: `use ${token}` }))?.action),
    )
    const shown: string[] = []
    await using connected = await connectClient(
      { era, tools: [tool], client: { capabilities: everything } },
      (client) =>
        client.setRequestHandler('elicitation/create', ({ params }) => {
          shown.push(params.message)
          return { action: 'decline' }
        }),
    )
    await connected.client.callTool({ name: 'demo__ask', arguments: {} })
    expect(shown).toHaveLength(1)
    expect(shown[0]).not.toContain(token)
  })

  test('is refused what the client has not declared, and can go on without it', async () => {
    const tool = asking(async ({ client }) =>
      client?.abilities.has('elicit') === true
        ? 'asked'
        : await (client?.elicit(form) ?? Promise.reject()).then(String, () => 'went on'),
    )
    await using connected = await connectClient({ era, tools: [tool] })
    expect(await connected.client.callTool({ name: 'demo__ask', arguments: {} })).toMatchObject({
      content: [{ text: 'went on' }],
    })
  })

  test('is not told what the operator keeps from it: forms, if clients are not to be asked', async () => {
    const tool = asking(async ({ client }) => [...(client?.abilities ?? [])].join())
    await using connected = await connectClient({
      era,
      tools: [tool],
      client: { capabilities: everything },
      server: { elicitation: false },
    })
    expect(await connected.client.callTool({ name: 'demo__ask', arguments: {} })).toMatchObject({
      content: [{ text: 'sample,listRoots' }],
    })
  })
})

test('a call that fails for want of an ability says which one, in the words of 2026-07-28', async () => {
  const tool = asking(async ({ client }) => String(await client?.listRoots()))
  await using connected = await connectClient({ era: '2026-07-28', tools: [tool] })
  await expect(connected.client.callTool({ name: 'demo__ask', arguments: {} })).rejects.toMatchObject({
    code: -32_021,
    data: { requiredCapabilities: { roots: {} } },
  })
})

test('an answer that comes with the first request approves nothing', async () => {
  await using connected = await connectClient({ era: '2026-07-28', client: { capabilities: everything } })
  const early = { approval: { action: 'accept', content: { decision: 'allow_once' } } }
  const params = { name: 'demo__note', arguments: { text: 'a' }, inputResponses: early }
  const asked = await connected.client.callTool(params as never, { allowInputRequired: true })
  expect(asked).toMatchObject({ resultType: 'input_required' })
})
