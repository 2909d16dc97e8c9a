import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'

/** A call in an answer of the mock model of LangChain. */
export interface AskedTool {
  readonly id: string
  readonly name: string
  readonly args: Record<string, unknown>
}

/** A model of LangChain that calls these tools in turn, then says that it is done, and keeps what it was sent. */
export class ChatModel extends BaseChatModel {
  readonly sent: (readonly BaseMessage[])[] = []
  readonly #turns: readonly (readonly AskedTool[])[]

  constructor(turns: readonly (readonly AskedTool[])[]) {
    super({})
    this.#turns = turns
  }

  override _llmType(): string {
    return 'mock'
  }

  override bindTools(): this {
    return this
  }

  override async _generate(messages: BaseMessage[]) {
    const calls = this.#turns[this.sent.length] ?? []
    this.sent.push(messages)
    const toolCalls = calls.map((call) => ({ ...call, type: 'tool_call' as const }))
    const message = new AIMessage({ content: calls.length === 0 ? 'Done.' : '', tool_calls: toolCalls })
    return { generations: [{ text: message.text, message }] }
  }
}
