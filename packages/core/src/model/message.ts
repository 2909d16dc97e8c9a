/** Fields of a provider that go back to it unchanged: signatures, encrypted reasoning, ids of items. Only its family reads them. */
export type OpaqueFields = Readonly<Record<string, unknown>>

/** A text of a message. */
export interface MessageText {
  readonly type: 'text'
  readonly text: string
  readonly opaque?: OpaqueFields
}

/** A picture or document of a message. */
export interface MessageMedia {
  readonly type: 'media'
  /** E.g. `image/png` or `application/pdf`. */
  readonly mediaType: string
  /** Base64. */
  readonly data: string
}

/** The model's reasoning. An empty text with opaque fields is kept: the provider wants it back. */
export interface MessageReasoning {
  readonly type: 'reasoning'
  readonly text: string
  readonly opaque?: OpaqueFields
}

/** A call that the model asks for, with complete arguments. */
export interface MessageCall {
  readonly type: 'call'
  /** Unique in the transcript. */
  readonly id: string
  /** The exposed name of the tool. */
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly opaque?: OpaqueFields
}

/** The result of a call. */
export interface MessageResult {
  readonly type: 'result'
  /** The id of its call. */
  readonly call: string
  readonly content: readonly (MessageText | MessageMedia)[]
  readonly isError?: boolean
}

/** One piece of a message. */
export type MessageBlock = MessageText | MessageMedia | MessageReasoning | MessageCall | MessageResult

/** The words of a person, or of Drawbridge in the place of one. */
export interface UserMessage {
  readonly role: 'user'
  readonly blocks: readonly (MessageText | MessageMedia)[]
  /** True if everything up to here should be kept in the provider's cache. */
  readonly cache?: boolean
}

/** The answer of the model in one turn. */
export interface AssistantMessage {
  readonly role: 'assistant'
  readonly blocks: readonly (MessageText | MessageReasoning | MessageCall)[]
  /** The id of the model that answered. Its opaque fields go to no other model. */
  readonly model?: string
  readonly cache?: boolean
}

/** The results of all calls of the assistant's message before it, in the order of the calls. */
export interface ToolMessage {
  readonly role: 'tool'
  readonly blocks: readonly MessageResult[]
  readonly cache?: boolean
}

/** One message of a transcript. */
export type ModelMessage = UserMessage | AssistantMessage | ToolMessage
