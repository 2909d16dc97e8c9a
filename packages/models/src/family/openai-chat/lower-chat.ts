import { lowerTool } from '@drawbridge/core/lowering'
import type {
  AssistantMessage,
  MessageMedia,
  MessageText,
  ModelMessage,
  ModelRequest,
  ToolMessage,
} from '@drawbridge/core/model'
import type {
  ChatCompletionAssistantMessageParam,
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import { textOf } from '../../wire/read-json.ts'
import type { WireRequest, WireTarget } from '../../wire/wire-family.ts'

/** The longest description of a tool that the service takes, in characters. */
const longestDescription = 1024

/** Lowers a request to Chat Completions, of OpenAI or of a server that copies it. */
export function lowerChat(request: ModelRequest, { name, maxOutput, own }: WireTarget): WireRequest {
  const { system = [], messages, tools = [], toolChoice = 'auto', temperature, reasoning, cacheKey } = request
  const most = request.maxOutput ?? maxOutput
  const prompt = system.map(({ text }) => text).join('\n\n')
  const body = {
    model: name,
    messages: [
      ...(prompt === '' ? [] : [{ role: 'system' as const, content: prompt }]),
      ...messages.flatMap(lowerMessage),
    ],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name: tool, description, schema }) => ({
            type: 'function' as const,
            function: {
              name: tool,
              description: shorten(description),
              parameters: { ...lowerTool({ name: tool, schema }, 'openai').schema },
            },
          })),
          tool_choice: toolChoice,
        }),
    ...(own ? { max_completion_tokens: most } : { max_tokens: most }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(reasoning === undefined || reasoning === 'off' ? {} : { reasoning_effort: reasoning }),
    ...(own && cacheKey !== undefined ? { prompt_cache_key: cacheKey } : {}),
    stream: true as const,
    stream_options: { include_usage: true },
  } satisfies ChatCompletionCreateParamsStreaming
  return { path: '/chat/completions', body }
}

/** Cuts a description to what the service takes; the words after that are in the tool's schema at most. */
export function shorten(description: string): string {
  return description.length <= longestDescription ? description : `${description.slice(0, longestDescription - 1)}…`
}

function lowerMessage(message: ModelMessage): ChatCompletionMessageParam[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: lowerContent(message.blocks) }]
    case 'assistant':
      return [lowerAnswered(message)]
    case 'tool':
      return lowerResults(message)
    default:
      return message satisfies never
  }
}

function lowerAnswered({ blocks }: AssistantMessage): ChatCompletionAssistantMessageParam {
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
  const calls = blocks.flatMap((block) => (block.type === 'call' ? [block] : []))
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    ...reasoningOf(blocks),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, input, opaque }) => ({
            id,
            type: 'function' as const,
            function: { name, arguments: JSON.stringify(input) },
            ...(opaque?.extra_content === undefined ? {} : { extra_content: opaque.extra_content }),
          })),
        }),
  }
}

/** Some servers want the reasoning back, under the name by which they sent it. */
function reasoningOf(blocks: AssistantMessage['blocks']): Readonly<Record<string, string>> {
  const parts = blocks.flatMap((block) => (block.type === 'reasoning' ? [block] : []))
  const field = textOf(parts[0]?.opaque?.field)
  return field === undefined ? {} : { [field]: parts.map(({ text }) => text).join('') }
}

/** A message of a tool takes text alone, so pictures follow in one message of the user after all results. */
function lowerResults({ blocks }: ToolMessage): ChatCompletionMessageParam[] {
  const media: ChatCompletionContentPart[] = []
  const results = blocks.map(({ call, content, isError }): ChatCompletionMessageParam => {
    const parts = content.map((block) => {
      if (block.type === 'text') return block.text
      const part = lowerMedia(block)
      if (part.type !== 'text') media.push({ type: 'text', text: `Result of ${call}:` }, part)
      return part.type === 'text' ? part.text : `[${block.mediaType} follows]`
    })
    const text = parts.join('\n')
    return {
      role: 'tool',
      tool_call_id: call,
      content: isError === true && !/^error/i.test(text) ? `Error: ${text}` : text,
    }
  })
  return media.length === 0 ? results : [...results, { role: 'user', content: media }]
}

function lowerContent(blocks: readonly (MessageText | MessageMedia)[]): string | ChatCompletionContentPart[] {
  const [only] = blocks
  if (blocks.length === 1 && only?.type === 'text') return only.text
  return blocks.map((block) => (block.type === 'text' ? { type: 'text', text: block.text } : lowerMedia(block)))
}

function lowerMedia({ mediaType, data }: MessageMedia): ChatCompletionContentPart {
  const url = `data:${mediaType};base64,${data}`
  if (mediaType.startsWith('image/')) return { type: 'image_url', image_url: { url } }
  if (mediaType === 'application/pdf') return { type: 'file', file: { filename: 'document.pdf', file_data: url } }
  return { type: 'text', text: `[${mediaType} left out: the model cannot take it]` }
}
