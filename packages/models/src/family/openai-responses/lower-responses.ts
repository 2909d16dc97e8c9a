import { lowerTool } from '@drawbridge/core/lowering'
import type { AssistantMessage, MessageMedia, MessageText, ModelMessage, ModelRequest } from '@drawbridge/core/model'
import type {
  ResponseCreateParamsStreaming,
  ResponseInputContent,
  ResponseInputItem,
} from 'openai/resources/responses/responses'
import { listOf, textOf } from '../../wire/read-json.ts'
import type { WireRequest, WireTarget } from '../../wire/wire-family.ts'
import { shorten } from '../openai-chat/lower-chat.ts'

/** Models that reason: only they take and give encrypted reasoning. */
const reasoners = /^(?:gpt-(?:[5-9]|\d\d)|o\d|codex)/

/** Lowers a request to the Responses API. Nothing is kept at the provider, so reasoning goes back encrypted. */
export function lowerResponses(request: ModelRequest, { name, maxOutput, own }: WireTarget): WireRequest {
  const { system = [], messages, tools = [], toolChoice = 'auto', temperature, reasoning, cacheKey } = request
  const instructions = system.map(({ text }) => text).join('\n\n')
  const reasons = reasoners.test(name) || (reasoning !== undefined && reasoning !== 'off')
  const body = {
    model: name,
    ...(instructions === '' ? {} : { instructions }),
    input: messages.flatMap(lowerMessage),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name: tool, description, schema }) => ({
            type: 'function' as const,
            name: tool,
            description: shorten(description),
            parameters: { ...lowerTool({ name: tool, schema }, 'openai').schema },
            strict: false,
          })),
          tool_choice: toolChoice,
        }),
    max_output_tokens: request.maxOutput ?? maxOutput,
    ...(temperature === undefined ? {} : { temperature }),
    ...(reasons ? { include: ['reasoning.encrypted_content' as const] } : {}),
    ...(reasoning === undefined || reasoning === 'off'
      ? {}
      : { reasoning: { effort: reasoning, summary: 'auto' as const } }),
    ...(own && cacheKey !== undefined ? { prompt_cache_key: cacheKey } : {}),
    store: false,
    stream: true as const,
  } satisfies ResponseCreateParamsStreaming
  return { path: '/responses', body }
}

function lowerMessage(message: ModelMessage): ResponseInputItem[] {
  switch (message.role) {
    case 'user':
      return [{ type: 'message', role: 'user', content: message.blocks.map(lowerContent) }]
    case 'assistant':
      return lowerAnswered(message)
    case 'tool':
      return message.blocks.map(({ call, content, isError }) => {
        const [only] = content
        const prefix = isError === true ? 'Error: ' : ''
        const text = content.length === 1 && only?.type === 'text' ? only.text : undefined
        const output = content.length === 0 ? '' : text
        return {
          type: 'function_call_output',
          call_id: call,
          output:
            output === undefined ? content.map(lowerContent) : /^error/i.test(output) ? output : `${prefix}${output}`,
        }
      })
    default:
      return message satisfies never
  }
}

/** A reasoning item goes back only with its encrypted text, and items carry their ids only behind one that does. */
function lowerAnswered({ blocks }: AssistantMessage): ResponseInputItem[] {
  return blocks.flatMap((block, index): ResponseInputItem[] => {
    switch (block.type) {
      case 'reasoning': {
        const [id, encrypted] = [textOf(block.opaque?.id), textOf(block.opaque?.encrypted)]
        const isLast = blocks.slice(index + 1).every(({ type }) => type === 'reasoning')
        if (encrypted === undefined || isLast) return []
        const summary = listOf(block.opaque?.summary).flatMap((text) =>
          typeof text === 'string' ? [{ type: 'summary_text' as const, text }] : [],
        )
        return [
          {
            type: 'reasoning',
            ...(id === undefined ? {} : { id }),
            summary,
            encrypted_content: encrypted,
          } as ResponseInputItem,
        ]
      }
      case 'text':
        return [{ type: 'message', role: 'assistant', content: block.text, ...phaseOf(block) } as ResponseInputItem]
      case 'call':
        return [{ type: 'function_call', call_id: block.id, name: block.name, arguments: JSON.stringify(block.input) }]
      default:
        return block satisfies never
    }
  })
}

function phaseOf({ opaque }: MessageText): { readonly phase?: string } {
  const phase = textOf(opaque?.phase)
  return phase === undefined ? {} : { phase }
}

function lowerContent(block: MessageText | MessageMedia): ResponseInputContent {
  if (block.type === 'text') return { type: 'input_text', text: block.text }
  const { mediaType, data } = block
  const url = `data:${mediaType};base64,${data}`
  if (mediaType.startsWith('image/')) return { type: 'input_image', image_url: url, detail: 'auto' }
  if (mediaType === 'application/pdf') return { type: 'input_file', filename: 'document.pdf', file_data: url }
  return { type: 'input_text', text: `[${mediaType} left out: the model cannot take it]` }
}
