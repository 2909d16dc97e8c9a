import { type Registry, type ToolDefinition, toolOutput } from '@drawbridge/core'
import { fixtureTool, foreignFixtureTool } from './fixture-tool.ts'
import { askingTools } from './asking-tools.ts'
import { image, sound } from './media.ts'

/** Schema keywords of 2020-12 that must reach the client unchanged. */
const addressSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const headerSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', description: 'Sent in a header too.', 'x-mcp-header': 'Region' },
    level: { type: 'integer', description: 'Sent in the body alone.' },
  },
}

/**
 * The tools that the conformance suite looks for by name, as ordinary tools of ours.
 * @param options.onPromptsChanged Told when the list of prompts is to have changed.
 */
export async function suiteTools(
  registry: Pick<Registry, 'register'>,
  { onPromptsChanged }: { readonly onPromptsChanged: () => void },
): Promise<readonly ToolDefinition[]> {
  let added = 0
  return [
    await fixtureTool('test_simple_text', 'Returns a text.', () => 'This is a simple text response for testing.'),
    await fixtureTool('test_image_content', 'Returns a picture.', () => toolOutput({ content: [image] })),
    await fixtureTool('test_audio_content', 'Returns a sound.', () => toolOutput({ content: [sound] })),
    await fixtureTool('test_embedded_resource', 'Returns a document.', () =>
      toolOutput({
        content: [{ type: 'resource', uri: 'test://embedded-resource', mediaType: 'text/plain', text: 'The document.' }],
      }),
    ),
    await fixtureTool('test_multiple_content_types', 'Returns several kinds of content.', () =>
      toolOutput({
        content: [
          { type: 'text', text: 'Multiple content types test:' },
          image,
          { type: 'resource', uri: 'test://mixed', mediaType: 'application/json', text: '{"test":"data","value":123}' },
        ],
      }),
    ),
    await fixtureTool('test_tool_with_logging', 'Writes to the log of the client.', ({ client }) => {
      for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed'])
        client?.log('info', line)
      return 'logged'
    }),
    await fixtureTool('test_logging_tool', 'Writes to the log of a client that asked for it.', ({ client }) => {
      client?.log('info', 'the tool ran')
      return 'logged'
    }),
    await fixtureTool('test_tool_with_progress', 'Tells how far it is.', ({ progress }) => {
      for (const step of [0, 50, 100]) progress({ message: `Completed step ${step} of 100`, fraction: step / 100 })
      return 'done'
    }),
    await fixtureTool('test_error_handling', 'Fails.', () => {
      throw new Error('This tool intentionally returns an error for testing')
    }),
    await fixtureTool('test_reconnection', 'Returns a text after a while.', async ({ client }) => {
      client?.log('info', 'before the break')
      await new Promise((resolve) => setImmediate(resolve))
      return 'reconnected'
    }),
    await fixtureTool('test_streaming_elicitation', 'Answers without a question.', () => 'answered'),
    await fixtureTool('test_trigger_tool_change', 'Adds a tool.', async () => {
      added += 1
      registry.register(await fixtureTool(`added_${added}`, 'Was added while the server ran.', () => 'added'))
      return 'added a tool'
    }),
    await fixtureTool('test_trigger_prompt_change', 'Changes the list of prompts.', () => {
      onPromptsChanged()
      return 'changed the prompts'
    }),
    await foreignFixtureTool('json_schema_2020_12_tool', 'Has a schema with many keywords.', addressSchema),
    await foreignFixtureTool('test_x_mcp_header', 'Has an argument that is sent in a header too.', headerSchema),
    ...(await askingTools()),
  ]
}
