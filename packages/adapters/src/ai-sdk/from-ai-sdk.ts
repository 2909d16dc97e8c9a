import { DrawbridgeError, type ToolDefinition, toolOutput } from '@drawbridge/core'
import { shorten } from '@drawbridge/core/base'
import { asSchema, type ToolSet } from 'ai'
import { type ForeignTool, type ImportOptions, importTool } from '../shared/import-tool.ts'
import { contentOf } from './content-of.ts'

/**
 * Makes tools of a Drawbridge from tools of the AI SDK, to be passed as `tools: { own }`. Whether a person is asked is decided by the policy:
 * `needsApproval` of the tools is not called. Rejects with `invalid_option` for tools that are not run here, but by a provider or a client.
 */
export async function fromAiSdk(tools: ToolSet, options: ImportOptions): Promise<readonly ToolDefinition[]> {
  return Promise.all(
    Object.entries(tools).map(async ([name, tool]) => importTool(await foreignTool(name, tool), options)),
  )
}

async function foreignTool(name: string, tool: ToolSet[string]): Promise<ForeignTool> {
  const { execute, description } = tool
  if (execute === undefined) {
    const message = `The tool "${name}" has no \`execute\`: a provider or a client runs it. Leave it in the tools of the AI SDK.`
    throw new DrawbridgeError('invalid_option', message)
  }
  const schema = asSchema(tool.inputSchema)
  return {
    name,
    // One that depends on the context of a request has none here.
    description: typeof description === 'string' ? description : name,
    schema: await schema.jsonSchema,
    run: async (input, { id: toolCallId, signal, progress }) => {
      const checked = await schema.validate?.(input)
      if (checked?.success === false) throw checked.error
      const value: unknown = checked === undefined ? input : checked.value
      const given = { toolCallId, messages: [], abortSignal: signal, context: {} }
      const output = await lastOf(execute(value, given), (news) => progress({ message: textOf(news) }))
      const shown = await tool.toModelOutput?.({ toolCallId, input: value, output })
      return shown === undefined ? output : toolOutput({ content: contentOf(shown), data: output })
    },
  }
}

/** Returns the last output of a tool that streams them; those before it are progress. */
async function lastOf(outputs: unknown, onProgress: (output: unknown) => void): Promise<unknown> {
  if (typeof outputs !== 'object' || outputs === null || !(Symbol.asyncIterator in outputs)) return outputs
  let last: unknown
  let count = 0
  for await (const output of outputs as AsyncIterable<unknown>) {
    if (count > 0) onProgress(last)
    last = output
    count += 1
  }
  return last
}

const longest = 500

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return shorten(text, longest)
}
