/** The tokens that a provider named in its message about an overflow. */
export interface Overflow {
  readonly promptTokens?: number
  readonly windowTokens?: number
}

/** The words of providers and servers for a prompt that does not fit. Numbers of prompt and window, if there are any, are named groups. */
const texts: readonly RegExp[] = [
  // Anthropic
  /prompt is too long(?:: (?<prompt>\d+) tokens > (?<window>\d+) maximum)?/i,
  // Anthropic, prompt and asked output together: less output is enough.
  /input length and `?max_tokens`? exceed context limit(?:: (?<prompt>\d+) \+ \d+ > (?<window>\d+))?/i,
  // OpenAI
  /exceeds the context window/i,
  /maximum context length is (?<window>\d+)(?:.*?\b(?<prompt>\d+) (?:tokens )?in the messages)?/i,
  /reduce the length of the messages/i,
  // Gemini
  /input token count(?: \((?<prompt>\d+)\))?.{0,80}exceeds the maximum(?: number of tokens allowed)?(?: \(?(?<window>\d+)\)?)?/i,
  // Bedrock
  /input is too long for requested model/i,
  // xAI
  /maximum prompt length is (?<window>\d+)/i,
  /exceeds the limit of \d+/i,
  // llama.cpp
  /exceeds the available context size/i,
  // LM Studio
  /greater than the context length/i,
  // MiniMax
  /context window exceeds limit/i,
  // Kimi
  /exceeded model token limit/i,
  // vLLM
  /input length.{0,80}exceeds.{0,80}context length/i,
  /request entity too large/i,
]

/** Returns the tokens of an overflow, as far as they were named; undefined if this is none. A 400 or 413 without a body is one. */
export function overflowIn({
  status,
  message,
}: {
  readonly status: number | undefined
  readonly message: string
}): Overflow | undefined {
  for (const text of texts) {
    const match = text.exec(message)
    if (match === null) continue
    const { prompt, window } = match.groups ?? {}
    return {
      ...(prompt === undefined ? {} : { promptTokens: Number(prompt) }),
      ...(window === undefined ? {} : { windowTokens: Number(window) }),
    }
  }
  if (status === 413 || (status === 400 && message.trim() === '')) return {}
  return undefined
}
