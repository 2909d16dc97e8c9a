import { fail, type ToolDefinition, toolOutput } from '@drawbridge/core'
import type { McpOffer, McpOfferChange, OfferedPrompt } from '@drawbridge/room'
import { fixtureName, fixtureTool } from './fixture-tool.ts'
import { image } from './media.ts'

const readerName = 'read_resource'
const promptName = 'get_prompt'
const reader = fixtureName(readerName)
const maker = fixtureName(promptName)

const templateUri = /^test:\/\/template\/([^/]+)\/data$/
const png = { mediaType: image.mediaType, data: image.data }

function contentsOf(uri: string) {
  const id = templateUri.exec(uri)?.[1]
  if (id !== undefined) {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    return { mediaType: 'application/json', text }
  }
  const known: Record<string, object> = {
    'test://static-text': { mediaType: 'text/plain', text: 'This is the content of the static text resource.' },
    'test://static-binary': png,
    'test://watched-resource': { mediaType: 'text/plain', text: 'Watched resource content' },
    'test://example-resource': { mediaType: 'text/plain', text: 'An example.' },
  }
  return known[uri] ?? fail('file_not_found', `There is no document at ${uri}.`)
}

const says = (content: object) => ({ messages: [{ role: 'user', content }] })
const text = (words: string) => ({ type: 'text', text: words })

const contextForm = {
  message: 'What context should the prompt use?',
  requestedSchema: { type: 'object', properties: { context: { type: 'string' } }, required: ['context'] },
} as const

/** The tools behind the prompts and resources of the suite. */
export async function offerTools(): Promise<readonly ToolDefinition[]> {
  const input = (properties: object, required: readonly string[]) =>
    ({ type: 'object', properties, required, additionalProperties: false }) as const
  return [
    await fixtureTool(
      readerName,
      'Reads a document of the suite.',
      (_, { uri }) =>
        toolOutput({ content: [{ type: 'resource', uri: String(uri), ...contentsOf(String(uri)) }] }),
      input({ uri: { type: 'string' } }, ['uri']),
    ),
    await fixtureTool(
      promptName,
      'Makes a prompt of the suite.',
      async ({ client }, { name, first = '', second = '' }) => {
        const messages = async () => {
          switch (name) {
            case 'test_simple_prompt':
              return says(text('This is a simple prompt for testing.'))
            case 'test_prompt_with_arguments':
              return says(text(`Prompt with arguments: arg1='${String(first)}', arg2='${String(second)}'`))
            case 'test_prompt_with_embedded_resource':
              return says({
                type: 'resource',
                resource: { uri: String(first), mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
              })
            case 'test_prompt_with_image':
              return says({ type: 'image', data: image.data, mimeType: image.mediaType })
            default: {
              const reply = await client?.elicit(contextForm, { key: 'user_context' })
              return says(text(`Use the following context: ${String(reply?.content?.context)}`))
            }
          }
        }
        return toolOutput({ content: 'a prompt', data: await messages() })
      },
      input({ name: { type: 'string' }, first: { type: 'string' }, second: { type: 'string' } }, ['name']),
    ),
  ]
}

function prompt(name: string, description: string, fields: readonly string[] = []): OfferedPrompt {
  return {
    name,
    description,
    arguments: fields.map((field) => ({ name: field, description: 'An argument.', required: true })),
    tool: maker,
    input: (given) => {
      const [first, second] = fields.map((field) => given[field])
      return { name, ...(first === undefined ? {} : { first }), ...(second === undefined ? {} : { second }) }
    },
    complete: async ({ value }) => ({ values: ['paris', 'park', 'party'].filter((each) => each.startsWith(value)) }),
  }
}

/** The prompts and resources of the suite, and the means to say that the prompts have changed. */
export function suiteOffer(): { readonly offer: McpOffer; change(change: McpOfferChange): void } {
  const listeners = new Set<(change: McpOfferChange) => void>()
  let changes = 0
  const plain = { mediaType: 'text/plain', tool: reader }
  return {
    change: (change) => {
      changes += 1
      for (const listener of listeners) listener(change)
    },
    offer: {
      list: () => ({
        prompts: [
          prompt('test_simple_prompt', `A prompt without arguments${'.'.repeat(1 + (changes % 2))}`),
          prompt('test_prompt_with_arguments', 'A prompt with two arguments.', ['arg1', 'arg2']),
          prompt('test_prompt_with_embedded_resource', 'A prompt with a document.', ['resourceUri']),
          prompt('test_prompt_with_image', 'A prompt with a picture.'),
          prompt('test_input_required_result_prompt', 'A prompt that asks first.'),
        ],
        resources: [
          { ...plain, uri: 'test://static-text', name: 'static-text', description: 'A text.' },
          { uri: 'test://static-binary', name: 'static-binary', mediaType: 'image/png', tool: reader },
          { ...plain, uri: 'test://watched-resource', name: 'watched-resource' },
          { ...plain, uri: 'test://example-resource', name: 'example-resource' },
        ],
        templates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', mediaType: 'application/json', tool: reader }],
      }),
      watch: (listener) => {
        listeners.add(listener)
        return { [Symbol.dispose]: () => void listeners.delete(listener) }
      },
    },
  }
}
