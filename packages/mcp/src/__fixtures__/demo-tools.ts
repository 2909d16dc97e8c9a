import { defineTool, type ToolDefinition, toolOutput } from '@drawbridge/core'
import { strictSchema } from '@drawbridge/core/schema'

const nothing = await strictSchema({ type: 'object', properties: {}, additionalProperties: false })

const add = defineTool({
  name: 'demo.add',
  description: 'Adds two numbers.',
  input: await strictSchema({
    type: 'object',
    properties: { left: { type: 'number' }, right: { type: 'number' } },
    required: ['left', 'right'],
    additionalProperties: false,
  }),
  permission: 'readonly',
  execute: (input) => {
    const { left, right } = input as { left: number; right: number }
    return { sum: left + right }
  },
})

const note = defineTool({
  name: 'demo.note',
  description: 'Keeps a note.',
  input: await strictSchema({
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
    additionalProperties: false,
  }),
  permission: 'write',
  execute: (input) => {
    const { text } = input as { text: string }
    return toolOutput({ content: `noted: ${text}`, data: { length: text.length } })
  },
})

/** Says how far it is, then waits until it is stopped. */
const wait = defineTool({
  name: 'demo.wait',
  description: 'Waits until it is stopped.',
  input: nothing,
  permission: 'readonly',
  execute: (_, { signal, progress }) => {
    progress({ message: 'half way', fraction: 0.5 })
    return new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('stopped'), { once: true }))
  },
})

/** Prints where only JSON-RPC belongs. */
const chatter = defineTool({
  name: 'demo.chatter',
  description: 'Prints to standard output.',
  input: nothing,
  permission: 'readonly',
  execute: () => {
    process.stdout.write('a stray line\n')
    return 'printed'
  },
})

/** Hears of no abort. */
export const stubborn = defineTool({
  ...wait,
  name: 'demo.stubborn',
  execute: (_, { progress }) => {
    progress({ message: 'busy' })
    return new Promise<string>(() => undefined)
  },
})

export const demoTools: readonly ToolDefinition[] = [add, note, wait, chatter]
