import { type ToolDefinition, toolOutput } from '@drawbridge/core'
import { ToolMessage } from '@langchain/core/messages'
import type { ToolCall } from '@langchain/core/messages/tool'
import { toJsonSchema } from '@langchain/core/utils/json_schema'
import { type ImportOptions, importTool } from '../shared/import-tool.ts'

/** A tool of LangChain: structural, since its classes differ in what their schemas may be. */
export interface LangchainTool {
  readonly name: string
  readonly description: string
  /** A schema of Zod, or a JSON Schema. */
  readonly schema: unknown
  invoke(call: ToolCall, options: { readonly signal: AbortSignal }): Promise<unknown>
}

/**
 * Makes tools of a Drawbridge from structured tools of LangChain, for `createDrawbridge({ tools: { own } })`. Text of a tool is its result, and
 * its artifact the structured value. What it throws, and a message with the status `error`, fails the call.
 */
export async function fromLangchain(
  tools: readonly LangchainTool[],
  options: ImportOptions,
): Promise<readonly ToolDefinition[]> {
  return Promise.all(
    tools.map((tool) =>
      importTool(
        {
          name: tool.name,
          description: tool.description,
          schema: toJsonSchema(tool.schema as Parameters<typeof toJsonSchema>[0]),
          run: async (args, { id, signal }) => {
            const call = { type: 'tool_call', id, name: tool.name, args } as const
            return resultOf(await tool.invoke(call, { signal }))
          },
        },
        options,
      ),
    ),
  )
}

function resultOf(output: unknown): unknown {
  if (!ToolMessage.isInstance(output)) return output
  const { text, status, artifact } = output
  if (status === 'error') throw new Error(text)
  return artifact === undefined ? text : toolOutput({ content: text, data: artifact })
}
