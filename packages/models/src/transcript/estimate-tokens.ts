import type { MessageBlock, ModelRequest } from '@drawbridge/core/model'

/** The characters that one token of a provider stands for, on average of text and code. */
const charactersPerToken = 4

/** The tokens of a picture. Providers count between 85 and 1,600. */
const tokensPerMedia = 1600

/** The tokens that a message costs besides its text. */
const tokensPerMessage = 4

const toolSizes = new WeakMap<object, number>()

/** Estimates the tokens of a request from its characters. Off by a quarter at most for English and code. */
export function estimateTokens({ system = [], messages, tools = [] }: ModelRequest): number {
  let characters = 0
  let media = 0
  for (const { text } of system) characters += text.length
  for (const tool of tools) {
    const known = toolSizes.get(tool)
    const size = known ?? tool.name.length + tool.description.length + JSON.stringify(tool.schema).length
    if (known === undefined) toolSizes.set(tool, size)
    characters += size
  }
  for (const { blocks } of messages) for (const block of blocks) count(block)
  return Math.ceil(characters / charactersPerToken) + media * tokensPerMedia + messages.length * tokensPerMessage

  function count(block: MessageBlock): void {
    switch (block.type) {
      case 'text':
      case 'reasoning':
        characters += block.text.length
        return
      case 'media':
        media += 1
        return
      case 'call':
        characters += block.name.length + inputLength(block.input)
        return
      case 'result':
        for (const part of block.content) count(part)
        return
      default:
        block satisfies never
    }
  }
}

const inputLengths = new WeakMap<object, number>()

/** The arguments of a call do not change once they are in a transcript. */
function inputLength(input: object): number {
  const known = inputLengths.get(input)
  if (known !== undefined) return known
  const length = JSON.stringify(input).length
  inputLengths.set(input, length)
  return length
}
