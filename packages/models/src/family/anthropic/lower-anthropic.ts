import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  TextBlockParam,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages'
import { lowerTool } from '@drawbridge/core/lowering'
import type { AssistantMessage, MessageMedia, MessageText, ModelMessage, ModelRequest } from '@drawbridge/core/model'
import { textOf } from '../../wire/read-json.ts'
import type { WireRequest, WireTarget } from '../../wire/wire-family.ts'

const ephemeral = { cache_control: { type: 'ephemeral' } } as const

/** The cache points that a request may have. */
const mostCachePoints = 4

/** A middle point keeps a turn with many calls within the blocks that the cache looks back. */
const blocksBetweenPoints = 15

/** The tokens for thinking, by effort. The provider takes no fewer than 1,024. */
const budgets = { low: 2048, medium: 8192, high: 16_384 } as const

/** Lowers a request to the Messages API. */
export function lowerAnthropic(request: ModelRequest, { name, maxOutput }: WireTarget): WireRequest {
  const { system = [], messages, tools = [], toolChoice = 'auto', temperature, reasoning = 'off' } = request
  const most = request.maxOutput ?? maxOutput
  // A forced call and thinking exclude each other.
  const thinking = reasoning === 'off' || toolChoice === 'required' ? undefined : thinkingOf(name, reasoning, most)
  const lowered = messages.map(lowerMessage)
  const inMessages = markMessages(messages, lowered, mostCachePoints - Math.min(2, countPoints(system)))
  const body = {
    model: name,
    max_tokens: most,
    ...(system.length === 0 ? {} : { system: lowerSystem(system, mostCachePoints - inMessages) }),
    messages: lowered,
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name: tool, description, schema }) => ({
            name: tool,
            description,
            input_schema: { ...lowerTool({ name: tool, schema }, 'anthropic').schema, type: 'object' as const },
          })),
          tool_choice: { type: choices[toolChoice] },
        }),
    ...thinking,
    ...(temperature === undefined || thinking !== undefined ? {} : { temperature }),
    stream: true as const,
  } satisfies MessageCreateParamsStreaming
  return { path: '/messages', body }
}

/** Models since 4.6 decide for themselves how much to think, and take an effort in the place of a budget. */
function thinkingOf(name: string, effort: keyof typeof budgets, most: number) {
  if (isAdaptive(name)) {
    return { thinking: { type: 'adaptive' as const, display: 'summarized' as const }, output_config: { effort } }
  }
  const budget = Math.min(budgets[effort], most - 1024)
  return budget < 1024 ? undefined : { thinking: { type: 'enabled' as const, budget_tokens: budget } }
}

/** Names have been `claude-3-7-sonnet` until 3.7, and `claude-sonnet-4-5` since. One without a number is newer than all. */
function isAdaptive(name: string): boolean {
  if (!/(?:^|[/.])claude-(?!\d)/.test(name)) return false
  const found = /claude(?:-[a-z]+)*-(?<major>\d{1,2})(?!\d)(?:-(?<minor>\d{1,2})(?!\d))?/.exec(name)
  const { major, minor = '0' } = found?.groups ?? {}
  return major === undefined || Number(major) > 4 || (Number(major) === 4 && Number(minor) >= 6)
}

const choices = { auto: 'auto', none: 'none', required: 'any' } as const

function countPoints(blocks: readonly { readonly cache?: boolean }[]): number {
  return blocks.filter(({ cache }) => cache === true).length
}

function lowerSystem(system: NonNullable<ModelRequest['system']>, room: number): TextBlockParam[] {
  let left = countPoints(system)
  return system.map(({ text, cache }) => {
    // The last points count most: what is before them is read with them.
    const marked = cache === true && left-- <= room
    return { type: 'text', text, ...(marked ? ephemeral : {}) }
  })
}

/** Sets the last points of the messages that there is room for, and says how many. */
function markMessages(messages: readonly ModelMessage[], lowered: MessageParam[], room: number): number {
  let set = 0
  for (let index = messages.length - 1; index >= 0 && set < room; index -= 1) {
    if (messages[index]?.cache !== true) continue
    const blocks = lowered[index]?.content
    if (!Array.isArray(blocks)) continue
    for (let at = blocks.length - 1; at >= 0 && set < room; at -= blocksBetweenPoints) {
      const place = blocks.findLastIndex(
        ({ type }, block) => block <= at && type !== 'thinking' && type !== 'redacted_thinking',
      )
      const block = blocks[place]
      if (block === undefined) break
      blocks[place] = { ...block, ...ephemeral } as ContentBlockParam
      set += 1
    }
  }
  return set
}

function lowerMessage(message: ModelMessage): MessageParam {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.blocks.map(lowerContent) }
    case 'assistant':
      return { role: 'assistant', content: message.blocks.flatMap(lowerAnswered) }
    case 'tool':
      return {
        role: 'user',
        content: message.blocks.map(
          ({ call, content, isError = false }): ToolResultBlockParam => ({
            type: 'tool_result',
            tool_use_id: call,
            ...(content.length === 0 ? {} : { content: content.map(lowerContent) }),
            ...(isError ? { is_error: true } : {}),
          }),
        ),
      }
    default:
      return message satisfies never
  }
}

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const

function lowerContent(block: MessageText | MessageMedia) {
  if (block.type === 'text') return { type: 'text' as const, text: block.text }
  const { mediaType, data } = block
  const image = imageTypes.find((type) => type === mediaType)
  if (image !== undefined) {
    return { type: 'image' as const, source: { type: 'base64' as const, media_type: image, data } }
  }
  if (mediaType === 'application/pdf') {
    return {
      type: 'document' as const,
      source: { type: 'base64' as const, media_type: 'application/pdf' as const, data },
    }
  }
  return { type: 'text' as const, text: `[${mediaType} left out: the model cannot take it]` }
}

function lowerAnswered(block: AssistantMessage['blocks'][number]): ContentBlockParam[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }]
    case 'call':
      return [{ type: 'tool_use', id: block.id, name: block.name, input: block.input }]
    case 'reasoning': {
      const redacted = textOf(block.opaque?.redacted)
      if (redacted !== undefined) return [{ type: 'redacted_thinking', data: redacted }]
      const signature = textOf(block.opaque?.signature)
      return signature === undefined ? [] : [{ type: 'thinking', thinking: block.text, signature }]
    }
    default:
      return block satisfies never
  }
}
