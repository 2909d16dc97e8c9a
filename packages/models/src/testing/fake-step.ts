import type { ModelFamily } from '@drawbridge/core/model'

/** The wire formats that the fake service speaks. */
export type FakeFamily = Exclude<ModelFamily, 'scripted'>

/** Ways in which real services fail before they answer. */
export const fakeFailures = [
  /** 429 with `retry-after: 1`. */
  'rate_limited',
  /** 429 with a `retry-after` that is a date. */
  'wait_date',
  /** 429 that says how long to wait in its text alone. */
  'wait_in_text',
  /** 429 of Google with a `RetryInfo`; of others with `retry-after-ms`. */
  'retry_info',
  /** 429 for the quota of a day, or an account without money. */
  'no_quota',
  /** 529, or 503. */
  'overloaded',
  /** 500. */
  'server_error',
  /** 400 with `x-should-retry: true`. */
  'should_retry',
  /** 500 with `x-should-retry: false`. */
  'do_not_retry',
  /** 401. */
  'unauthorized',
  /** The prompt is longer than the window, in the words of the service. */
  'context_overflow',
  /** Prompt and asked output together are longer than the window. */
  'output_too_long',
  /** 400 without a body. */
  'empty_400',
  /** 413 without a body. */
  'empty_413',
  /** 502 with a page of HTML, from a proxy. */
  'html_page',
  /** 200 with a page of HTML. */
  'html_200',
  /** The prompt is refused for its content. */
  'refused_prompt',
  /** 404 for a model that exists. */
  'model_not_found',
  /** The connection is closed without an answer. */
  'reset',
  /** Nothing comes at all. */
  'silence',
] as const

/** A failure before the answer. */
export type FakeFailure = (typeof fakeFailures)[number]

/** Ways in which answers of real services and servers are odd or break. Each format plays those that it knows, and ignores others. */
export const fakeQuirks = [
  /** An error event in the middle of the stream. */
  'error_in_stream',
  /** The same in the other form of the service: an event `error` without a response, or an error that is in no list. */
  'bare_error_in_stream',
  /** An error as the first event of a 200 answer. */
  'overloaded_in_stream',
  /** The connection ends in the middle of the stream. */
  'cut_stream',
  /** The stream ends in good order, without its last event. */
  'no_terminal_event',
  /** The stream stays open in the middle, and nothing more comes. */
  'stall',
  /** The arguments of the last call end in the middle, and the stop reason says that the answer is too long. */
  'truncated_arguments',
  /** The same, but the stop reason says that all is well. */
  'truncated_but_stopped_well',
  /** The answer ends at its longest length. */
  'too_long',
  /** A filter of the provider ends the answer. */
  'content_filter',
  /** The model refuses. */
  'refusal',
  /** The answer is empty. */
  'empty',
  /** The window is full in the middle of the answer. */
  'window_exceeded',
  /** The provider wants the turn back. */
  'pause_turn',
  /** No usage is told. */
  'no_usage',
  /** Usage comes in every event. */
  'usage_in_every_event',
  /** No `[DONE]` at the end. */
  'no_done',
  /** Each call comes whole in one event. */
  'whole_calls',
  /** Pieces of calls have no index. */
  'no_index',
  /** The pieces of all calls have the index 0. */
  'index_always_0',
  /** The name and id are repeated in each piece of a call. */
  'name_repeated',
  /** The stop reason is `stop` although there are calls. */
  'stop_with_calls',
  /** Events without choices. */
  'empty_choices',
  /** Comments and pings between events. */
  'keep_alive',
  /** Calls have no ids. */
  'no_ids',
  /** Calls have the ids of earlier ones. */
  'same_ids',
  /** Empty arguments as an empty text. */
  'empty_arguments',
  /** Reasoning comes under the name `reasoning`. */
  'reasoning_field',
  /** The reasoning is not shown: an empty text with a signature. */
  'hidden_reasoning',
  /** The reasoning is encrypted by the provider. */
  'redacted_reasoning',
  /** The signature comes on an empty text after the answer. */
  'signature_on_empty_text',
  /** The provider could not read the call of the model. */
  'malformed_call',
  /** Bytes come one by one, in the middle of characters. */
  'single_bytes',
] as const

/** An oddity of an answer. */
export type FakeQuirk = (typeof fakeQuirks)[number]

/** One answer of the fake service. */
export interface FakeStep {
  /** Fails in the place of an answer. */
  readonly failure?: FakeFailure
  readonly reasoning?: string
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly input?: unknown }[]
  readonly quirks?: readonly FakeQuirk[]
}

/** The tokens of one answer, as the fake service counts them. */
export interface FakeCount {
  /** The whole prompt. */
  readonly prompt: number
  /** The part of the prompt that its cache had. */
  readonly cached: number
  readonly output: number
  readonly reasoning: number
}

/** A call as it was given out, with the id of its service. */
export interface FakeCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/** Everything that a format needs to write an answer. */
export interface FakeAnswer {
  readonly step: FakeStep
  readonly calls: readonly FakeCall[]
  readonly count: FakeCount
  /** The signature that the service wants back with the reasoning. */
  readonly signature: string
  has(quirk: FakeQuirk): boolean
}

/** An error as a service reports it. */
export interface FakeFault {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON, a text as it is. */
  readonly body: object | string
}

/** The memory of the service between requests. */
export interface FakeMemory {
  /** Every signature that it gave out. */
  readonly signatures: ReadonlySet<string>
  /** The signature that went out with a call, by the id of the call. */
  readonly signatureOf: ReadonlyMap<string, string>
  /** True if reasoning that came with a call must come back. */
  readonly wantsReasoning: boolean
}

/** One wire format of the fake service. */
export interface FakeFormat {
  readonly family: FakeFamily
  readonly path: RegExp
  /** The header that must carry the key, and its value. */
  authorization(key: string): readonly [header: string, value: string]
  /** Returns the rules of the real service that a request breaks, in its words. */
  validate(body: unknown, memory: FakeMemory): readonly string[]
  /** Returns the events of an answer, one text each. */
  events(answer: FakeAnswer): readonly string[]
  /** Returns an error in the words of the service. */
  fault(failure: FakeFailure | 'invalid', message: string): FakeFault
  /**
   * Returns an error as an event of a stream.
   * @param isBare True for the rarer form, if the service has two.
   */
  errorEvent(isBare: boolean): string
}
