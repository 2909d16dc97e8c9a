import { defineTool, fail, toolOutput } from '@drawbridge/core'
import { strictSchema } from '@drawbridge/core/schema'
import type { McpOffer, McpOfferChange } from '@drawbridge/room'
import { describe, expect, test, vi } from 'vitest'
import { connectClient, eras } from '../../__fixtures__/connect-client.ts'

const read = defineTool({
  name: 'notes.read',
  description: 'Reads a note.',
  input: await strictSchema({
    type: 'object',
    properties: { uri: { type: 'string' } },
    required: ['uri'],
    additionalProperties: false,
  }),
  permission: 'readonly',
  execute: (input) => {
    const { uri } = input as { uri: string }
    if (uri === 'notes://gone') fail('file_not_found', 'The note is gone.')
    return toolOutput({ content: [{ type: 'resource', uri, mediaType: 'text/plain', text: `the note ${uri}` }] })
  },
})

const compose = defineTool({
  name: 'notes.compose',
  description: 'Makes a prompt.',
  input: await strictSchema({
    type: 'object',
    properties: { topic: { type: 'string' } },
    required: ['topic'],
    additionalProperties: false,
  }),
  permission: 'write',
  execute: (input) => {
    const { topic } = input as { topic: string }
    const messages = [{ role: 'user', content: { type: 'text', text: `Write about ${topic}.` } }]
    return toolOutput({ content: 'made', data: { messages } })
  },
})

const topics = Array.from({ length: 150 }, (_, index) => `topic ${index}`)

function notes(): { readonly offer: McpOffer; added: string[]; change(change: McpOfferChange): void } {
  const added: string[] = []
  const listeners = new Set<(change: McpOfferChange) => void>()
  return {
    added,
    change: (change) => {
      for (const listener of listeners) listener(change)
    },
    offer: {
      list: () => ({
        prompts: [
          {
            name: 'essay',
            arguments: [{ name: 'topic', required: true }],
            tool: 'notes.compose',
            input: ({ topic = '' }) => ({ topic }),
            complete: async ({ value }) => ({ values: topics.filter((topic) => topic.startsWith(value)) }),
          },
          { name: 'secret', tool: 'notes.missing', input: () => ({}) },
        ],
        resources: [
          ...Array.from({ length: 120 }, (_, index) => ({
            uri: `notes://${String(index).padStart(3, '0')}`,
            name: `note ${index}`,
            tool: 'notes.read',
          })),
          ...added.map((uri) => ({ uri, name: uri, tool: 'notes.read' })),
          { uri: 'notes://gone', name: 'gone', tool: 'notes.read' },
          { uri: 'secret://1', name: 'secret', tool: 'notes.missing' },
        ],
        templates: [{ uriTemplate: 'days://{day}/note', name: 'day', tool: 'notes.read' }],
      }),
      watch: (listener) => {
        listeners.add(listener)
        return { [Symbol.dispose]: () => void listeners.delete(listener) }
      },
    },
  }
}

describe.each(eras)('prompts and resources over %s', (era) => {
  const connect = (offer: McpOffer, client = {}) =>
    connectClient({ era, tools: [read, compose], server: { offer }, client })

  test('a list is whole over several pages, and hides what the caller has no tool for', async () => {
    await using connected = await connect(notes().offer)
    const { client } = connected
    const uris: string[] = []
    let cursor: string | undefined
    do {
      const page = await client.listResources(cursor === undefined ? {} : { cursor })
      uris.push(...page.resources.map(({ uri }) => uri))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(uris.filter((uri) => uri.startsWith('notes://'))).toHaveLength(121)
    expect(uris).not.toContain('secret://1')
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['essay'])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('days://{day}/note')
  })

  test('a document is read by a call that is recorded, also by the address of a template', async () => {
    await using connected = await connect(notes().offer)
    for (const uri of ['notes://007', 'days://monday/note']) {
      expect(await connected.client.readResource({ uri })).toMatchObject({
        contents: [{ uri, text: `the note ${uri}` }],
      })
    }
    expect(connected.recorder.types().filter((type) => type === 'tool.completed')).toHaveLength(2)
  })

  test.each(['notes://gone', 'notes://never', 'secret://1'])('%s is not found', async (uri) => {
    await using connected = await connect(notes().offer)
    await expect(connected.client.readResource({ uri })).rejects.toMatchObject({ code: -32_602 })
  })

  test('a prompt that writes is made only after the user has agreed', async () => {
    await using connected = await connectClient(
      {
        era,
        tools: [compose],
        server: { offer: notes().offer },
        client: { capabilities: { elicitation: { form: {} } } },
      },
      (client) =>
        client.setRequestHandler('elicitation/create', () => ({
          action: 'accept',
          content: { decision: 'allow_once' },
        })),
    )
    const made = await connected.client.getPrompt({ name: 'essay', arguments: { topic: 'rain' } })
    expect(made.messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Write about rain.' } }])
    expect(connected.recorder.types()).toContain('permission.decided')
  })

  test('a prompt is refused without an argument that it needs, and to those who may not agree', async () => {
    await using connected = await connect(notes().offer)
    const { client } = connected
    await expect(client.getPrompt({ name: 'essay' })).rejects.toMatchObject({ code: -32_602 })
    await expect(client.getPrompt({ name: 'secret' })).rejects.toMatchObject({ code: -32_602 })
  })

  test('a completion shows at most a hundred values, and how many there are', async () => {
    await using connected = await connect(notes().offer)
    const { completion } = await connected.client.complete({
      ref: { type: 'ref/prompt', name: 'essay' },
      argument: { name: 'topic', value: 'topic' },
    })
    expect(completion).toMatchObject({ total: 150, hasMore: true })
    expect(completion.values).toHaveLength(100)
    const secret = { ref: { type: 'ref/prompt', name: 'secret' } as const, argument: { name: 'a', value: '' } }
    await expect(connected.client.complete(secret)).rejects.toMatchObject({ code: -32_602 })
  })
})

test('a session hears of the documents that it watches, and of no others', async () => {
  const { offer, change, added } = notes()
  await using connected = await connectClient({ tools: [read], server: { offer } })
  const { client } = connected
  const heard: unknown[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri))
  client.setNotificationHandler('notifications/resources/list_changed', () => void heard.push('list'))
  await client.subscribeResource({ uri: 'notes://001' })
  await client.subscribeResource({ uri: 'notes://002' })
  await client.unsubscribeResource({ uri: 'notes://002' })
  await expect(client.subscribeResource({ uri: 'secret://1' })).rejects.toMatchObject({ code: -32_602 })
  change({ kind: 'updated', uri: 'notes://002' })
  change({ kind: 'updated', uri: 'notes://001' })
  added.push('notes://new')
  change({ kind: 'resources' })
  await vi.waitFor(() => expect(heard).toEqual(['notes://001', 'list']))
})

/** Everything that a client of an era hears of changes, while it wants to hear of all of them. */
async function listen(era: (typeof eras)[number], offer: McpOffer, uris: readonly string[]) {
  const heard: unknown[] = []
  const connected = await connectClient({ era, tools: [read, compose], server: { offer } })
  const { client } = connected
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri))
  client.setNotificationHandler('notifications/resources/list_changed', () => void heard.push('resources'))
  client.setNotificationHandler('notifications/prompts/list_changed', () => void heard.push('prompts'))
  if (era === '2026-07-28')
    await client.listen({ promptsListChanged: true, resourcesListChanged: true, resourceSubscriptions: [...uris] })
  else for (const uri of uris) await client.subscribeResource({ uri }).catch(() => undefined)
  return { connected, heard }
}

test.each(eras)('over %s nothing is announced that concerns others alone', async (era) => {
  const { offer, change, added } = notes()
  const { connected, heard } = await listen(era, offer, ['secret://1', 'notes://001'])
  await using _ = connected
  change({ kind: 'updated', uri: 'secret://1' })
  change({ kind: 'resources' })
  change({ kind: 'prompts' })
  added.push('notes://new')
  change({ kind: 'resources' })
  change({ kind: 'updated', uri: 'notes://001' })
  await vi.waitFor(() => expect(heard).toEqual(['resources', 'notes://001']))
})

test.each(eras)(
  'over %s nothing more is heard of a watched document that the caller may not read any more',
  async (era) => {
    const { offer, change, added } = notes()
    const { connected, heard } = await listen(era, offer, ['notes://001', 'notes://new'])
    await using _ = connected
    added.push('notes://new')
    change({ kind: 'updated', uri: 'notes://new' })
    if (era === '2026-07-28') await vi.waitFor(() => expect(heard).toEqual(['notes://new']))
    added.length = 0
    change({ kind: 'updated', uri: 'notes://new' })
    change({ kind: 'updated', uri: 'notes://001' })
    await vi.waitFor(() => expect(heard.at(-1)).toBe('notes://001'))
    expect(heard.filter((uri) => uri === 'notes://new')).toHaveLength(era === '2026-07-28' ? 1 : 0)
  },
)

test('without an offer the server declares no prompts and no completion', async () => {
  await using connected = await connectClient()
  const capabilities = connected.client.getServerCapabilities()
  expect(capabilities).not.toHaveProperty('prompts')
  expect(capabilities).not.toHaveProperty('completions')
  expect(capabilities?.resources).toEqual({})
})
