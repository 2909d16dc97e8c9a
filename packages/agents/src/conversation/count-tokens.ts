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

/** Returns about how many tokens messages have. */
export function tokensOfMessages(messages: readonly ModelMessage[]): number {
  return messages.reduce(
    (sum, { blocks }) => sum + tokensOfFrame + blocks.reduce((inner, block) => inner + tokensOf(block), 0),
    0,
  )
}

/** Returns about how many tokens the part of a request has that is there in each turn. */
export function tokensOfFixed(system: readonly SystemBlock[], tools: readonly ModelTool[]): number {
  return (
    system.reduce((sum, { text }) => sum + tokensOfText(text), 0) +
    tools.reduce((sum, tool) => sum + tokensOfFrame + tokensOfText(JSON.stringify(tool)), 0)
  )
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
