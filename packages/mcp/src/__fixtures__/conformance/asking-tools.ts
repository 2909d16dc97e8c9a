import type { ToolContext, ToolDefinition } from '@drawbridge/core'
import type { CallerClient, ClientForm } from '@drawbridge/core/registry'
import { fixtureTool } from './fixture-tool.ts'

const textField = { type: 'string' }

function form(message: string, properties: object, required: readonly string[] = []): ClientForm {
  return { message, requestedSchema: { type: 'object', properties, required } }
}

const nameForm = form('What is your name?', { name: textField }, ['name'])
const confirmForm = form('Please confirm', { ok: { type: 'boolean' } }, ['ok'])

const defaultsForm = form('Please review and update the form fields with defaults', {
  name: { type: 'string', description: 'User name', default: 'John Doe' },
  age: { type: 'integer', description: 'User age', default: 30 },
  score: { type: 'number', description: 'User score', default: 95.5 },
  status: { type: 'string', description: 'User status', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', description: 'Verification status', default: true },
})

const several = { type: 'array', minItems: 1, maxItems: 3 }
const enumsForm = form('Please select options from the enum fields', {
  untitledSingle: { type: 'string', description: 'Select one', enum: ['option1', 'option2', 'option3'] },
  titledSingle: {
    type: 'string',
    description: 'Select one with titles',
    oneOf: [
      { const: 'value1', title: 'First Option' },
      { const: 'value2', title: 'Second Option' },
      { const: 'value3', title: 'Third Option' },
    ],
  },
  legacyEnum: {
    type: 'string',
    description: 'Select one, as before',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: {
    ...several,
    description: 'Select some',
    items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  },
  titledMulti: {
    ...several,
    description: 'Select some with titles',
    items: {
      anyOf: [
        { const: 'value1', title: 'First Choice' },
        { const: 'value2', title: 'Second Choice' },
        { const: 'value3', title: 'Third Choice' },
      ],
    },
  },
})

const saying = (text: string, maxTokens: number) =>
  ({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens }) as const

/** The client that sent the call; every client of the suite is one that can be asked. */
function clientOf({ client }: ToolContext): CallerClient {
  if (client === undefined) throw new Error('no client sent this call')
  return client
}

const oneText = (name: string) => ({
  type: 'object',
  properties: { [name]: textField },
  required: [name],
  additionalProperties: false,
})

/** The tools of the suite that ask the client for something before they answer. */
export function askingTools(): Promise<readonly ToolDefinition[]> {
  return Promise.all([
    fixtureTool(
      'test_sampling',
      'Asks the model of the client.',
      async (context, { prompt }) => {
        const { content } = await clientOf(context).sample(saying(String(prompt), 100))
        return `LLM response: ${JSON.stringify(content)}`
      },
      oneText('prompt'),
    ),
    fixtureTool(
      'test_elicitation',
      'Asks the user of the client.',
      async (context, { message }) => {
        const asked = form(String(message), { response: { ...textField, description: "User's response" } }, ['response'])
        return `User response: ${JSON.stringify(await clientOf(context).elicit(asked))}`
      },
      oneText('message'),
    ),
    fixtureTool('test_elicitation_sep1034_defaults', 'Shows a form with defaults.', async (context) =>
      JSON.stringify(await clientOf(context).elicit(defaultsForm)),
    ),
    fixtureTool('test_elicitation_sep1330_enums', 'Shows a form with choices.', async (context) =>
      JSON.stringify(await clientOf(context).elicit(enumsForm)),
    ),
    fixtureTool('test_missing_capability', 'Needs the model of the client.', async (context) => {
      await clientOf(context).sample(saying('Reply with the single word: pong', 16))
      return 'sampled'
    }),
    fixtureTool('test_input_required_result_elicitation', 'Asks for a name.', async (context) => {
      const { content } = await clientOf(context).elicit(nameForm, { key: 'user_name' })
      return `Hello, ${String(content?.name)}!`
    }),
    fixtureTool('test_input_required_result_sampling', 'Asks the model of the client.', async (context) => {
      const { content } = await clientOf(context).sample(saying('What is the capital of France?', 100), {
        key: 'capital_question',
      })
      return `Sampling response: ${JSON.stringify(content)}`
    }),
    fixtureTool('test_input_required_result_list_roots', 'Asks for the folders of the client.', async (context) => {
      const roots = await clientOf(context).listRoots({ key: 'client_roots' })
      return `Client exposed ${roots.map(({ uri }) => uri).join(', ')}`
    }),
    fixtureTool('test_input_required_result_request_state', 'Asks for a confirmation.', async (context) => {
      await clientOf(context).elicit(confirmForm, { key: 'confirm' })
      return 'state-ok'
    }),
    fixtureTool('test_input_required_result_tampered_state', 'Asks for a confirmation.', async (context) => {
      await clientOf(context).elicit(confirmForm, { key: 'confirm' })
      return 'integrity-ok'
    }),
    fixtureTool('test_input_required_result_multiple_inputs', 'Asks for three things at once.', async (context) => {
      const client = clientOf(context)
      const [name, greeting, roots] = await Promise.all([
        client.elicit(nameForm, { key: 'user_name' }),
        client.sample(saying('Generate a greeting', 50), { key: 'greeting' }),
        client.listRoots({ key: 'client_roots' }),
      ])
      return JSON.stringify([name.content, greeting.content, roots.length])
    }),
    fixtureTool('test_input_required_result_multi_round', 'Asks twice, one after the other.', async (context) => {
      const client = clientOf(context)
      const first = await client.elicit(form('Step 1: What is your name?', { name: textField }, ['name']), {
        key: 'step1',
      })
      const second = await client.elicit(form('Step 2: What is your favorite color?', { color: textField }, ['color']), {
        key: 'step2',
      })
      return `${String(first.content?.name)} likes ${String(second.content?.color)}`
    }),
    fixtureTool('test_input_required_result_capabilities', 'Asks for what the client can do.', async (context) => {
      const client = clientOf(context)
      const { abilities } = client
      await Promise.all([
        abilities.has('elicit') ? client.elicit(nameForm, { key: 'user_name' }) : undefined,
        abilities.has('sample') ? client.sample(saying('Generate a short greeting', 50), { key: 'greeting' }) : undefined,
        abilities.has('listRoots') ? client.listRoots({ key: 'client_roots' }) : undefined,
      ])
      return 'asked for what the client can do'
    }),
  ])
}
