import type { ModelMessage, ModelTool, SystemBlock } from '@drawbridge/core/model'

/** Characters that make a token, on the safe side for English and code. */
const charactersPerToken = 3.5
const tokensOfMedia = 1_600
/** Role, ids and brackets of a message. */
const tokensOfFrame = 6

/** Returns about how many tokens a text has. */
export function tokensOfText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / charactersPerToken)
}

/** Returns about how many characters have so many tokens, on the safe side. */
export function charactersOfTokens(tokens: number): number {
  return Math.floor(tokens * charactersPerToken)
}

/** Returns about how many tokens messages have. Each is counted once, however often it is sent. */
export function tokensOfMessages(messages: readonly ModelMessage[]): number {
  let sum = 0
  for (const message of messages) sum += once(message, tokensOfMessage)
  return sum
}

function tokensOfMessage({ blocks }: ModelMessage): number {
  return tokensOfFrame + blocks.reduce((sum, block) => sum + tokensOf(block), 0)
}

/** Returns about how many tokens the part of a request has that is there in each turn. */
export function tokensOfFixed(system: readonly SystemBlock[], tools: readonly ModelTool[]): number {
  return once(system, tokensOfSystem) + once(tools, tokensOfTools)
}

function tokensOfSystem(system: readonly SystemBlock[]): number {
  return system.reduce((sum, { text }) => sum + tokensOfText(text), 0)
}

function tokensOfTools(tools: readonly ModelTool[]): number {
  return tools.reduce((sum, tool) => sum + once(tool, tokensOfTool), 0)
}

function tokensOfTool(tool: ModelTool): number {
  return tokensOfFrame + tokensOfText(JSON.stringify(tool))
}

/** The sizes of what was counted: none of it ever changes. */
const counted = new WeakMap<object, number>()

function once<Value extends object>(value: Value, count: (value: Value) => number): number {
  const known = counted.get(value)
  if (known !== undefined) return known
  const tokens = count(value)
  counted.set(value, tokens)
  return tokens
}

function tokensOf(block: ModelMessage['blocks'][number]): number {
  switch (block.type) {
    case 'text':
    case 'reasoning':
      return tokensOfText(block.text)
    case 'media':
      return tokensOfMedia
    case 'call':
      return tokensOfFrame + tokensOfText(block.name + JSON.stringify(block.input))
    case 'result':
      return tokensOfFrame + block.content.reduce((sum, part) => sum + tokensOf(part), 0)
  }
}
