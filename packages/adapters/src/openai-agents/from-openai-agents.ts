import type { ToolDefinition } from '@drawbridge/core'
import { type FunctionTool, RunContext } from '@openai/agents'
import { type ImportOptions, importTool } from '../shared/import-tool.ts'

/**
 * Makes tools of a Drawbridge from function tools of the OpenAI Agents SDK, to be passed as `tools: { own }`. Whether a person is asked is decided by the
 * policy: `needsApproval` of the tools is not called. The text that a tool makes of its own errors counts as its result.
 */
export async function fromOpenaiAgents(
  tools: readonly FunctionTool[],
  options: ImportOptions,
): Promise<readonly ToolDefinition[]> {
  return Promise.all(
    tools.map((tool) => {
      const { name, description, parameters } = tool
      return importTool(
        {
          name,
          description,
          schema: parameters,
          run: async (input, { id, signal }) => {
            const given = JSON.stringify(input)
            const toolCall = { type: 'function_call', callId: id, name, arguments: given } as const
            return tool.invoke(new RunContext(), given, { toolCall, signal })
          },
        },
        options,
      )
    }),
  )
}
