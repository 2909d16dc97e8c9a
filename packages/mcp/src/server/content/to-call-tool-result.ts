import type { Outcome, ToolResult } from '@drawbridge/core'
import { defined, isJsonObject } from '@drawbridge/core/base'
import type { NameMap } from '@drawbridge/core/registry'
import type { CallToolResult, ContentBlock as McpContentBlock } from '@modelcontextprotocol/server'
import { metaKeys } from '../meta-keys.ts'
import { toMcpContent } from './to-mcp-content.ts'

/** An outcome as MCP says it. A failed, denied or cancelled call is a tool result too: the model has to read why. */
export function toCallToolResult(
  outcome: Outcome,
  names: Pick<NameMap, 'exposedName'>,
  { hasOutputSchema = false }: { readonly hasOutputSchema?: boolean } = {},
): CallToolResult {
  const { result } = outcome
  const content = result.content.flatMap((block) => toMcpContent(block, names))
  const media = (result.media ?? []).flatMap((block) => toMcpContent(block, names)).map(forThePerson)
  const structured = structuredPart(result, hasOutputSchema)
  return {
    content: [...content, ...media],
    isError: result.isError,
    ...(structured === undefined ? {} : { structuredContent: structured }),
    _meta: { [metaKeys.outcome]: summaryOf(outcome), ...dataPart(result, structured) },
  }
}

function summaryOf({ status, result: { code, retryable, toolCallId } }: Outcome) {
  return code === undefined && retryable === undefined
    ? { status, toolCallId }
    : { status, ...defined({ code, retryable }), toolCallId }
}

/**
 * Several clients show the model `structuredContent` instead of the content if both are present (VS Code, Claude Code). So it is
 * sent only for tools that declare an output schema, and if the content says nothing else: one JSON object.
 */
function structuredPart(result: ToolResult, hasOutputSchema: boolean): Readonly<Record<string, unknown>> | undefined {
  if (hasOutputSchema && !result.isError && isJsonObject(result.data)) return result.data
  return soleObject(result)
}

function dataPart({ data }: ToolResult, structured: unknown): Readonly<Record<string, unknown>> {
  return data === undefined || structured !== undefined ? {} : { [metaKeys.data]: data }
}

function soleObject({ content, media = [] }: ToolResult): Readonly<Record<string, unknown>> | undefined {
  const [block] = content
  const isSole = content.length === 1 && media.length === 0
  return isSole && block?.type === 'json' && isJsonObject(block.value) ? block.value : undefined
}

function forThePerson(block: McpContentBlock): McpContentBlock {
  return { ...block, annotations: { audience: ['user'] } }
}
