/**
 * The kinds of decisive values. `recipient`: who gets something. `destination`: where data goes. `object`: what is changed or deleted.
 * `code`: what runs. `amount`: how much. `content`: what is said, in which addresses are values of their own.
 */
export const sinkKinds = ['recipient', 'destination', 'object', 'code', 'amount', 'content'] as const

/** One of {@link sinkKinds}. */
export type SinkKind = (typeof sinkKinds)[number]

/** A part of a tool's input that decides whom or what an act hits, or where data goes. */
export interface Sink {
  /** A JSON pointer into the input. `*` stands for every item of a list or field of an object. */
  readonly pointer: string
  readonly kind: SinkKind
}

/**
 * The effect of information flow on verdicts. `watch`: none; what `guard` would do is recorded. `guard`: adds questions.
 * `autonomous`: also answers built-in questions about acts that the user's words decide. `strict`: after untrusted content every write
 * is asked.
 */
export const flowModes = ['off', 'watch', 'guard', 'autonomous', 'strict'] as const

/** One of {@link flowModes}. */
export type FlowMode = (typeof flowModes)[number]

/** The operator's settings of information flow. */
export interface FlowSettings {
  readonly mode: FlowMode
  /** The sinks of tools, by name or glob; in place of what the tool declares. */
  readonly tools?: Readonly<Record<string, readonly Sink[]>>
  /** Tools, by name or glob, whose results vouch like the operator's words. */
  readonly trustedTools?: readonly string[]
  /** Values that are vouched for in every session. */
  readonly constants?: readonly string[]
  /** The readers of what a tool returns, by its name or glob: addresses, handles or hosts. */
  readonly readers?: Readonly<Record<string, readonly string[]>>
}

/** The place that a value came from: a field of a result. */
export interface FlowOrigin {
  readonly tool: string
  readonly toolCallId: string
  /** The source that the tool read, e.g. a path or a URL. */
  readonly target?: string
  /** The JSON pointer of the field; absent for plain text. */
  readonly pointer?: string
  /** The words around the value. */
  readonly excerpt: string
}

/** One reason to ask about a call. */
export interface FlowFinding {
  readonly check: 'integrity' | 'confidentiality' | 'control' | 'amount' | 'strict'
  /** The place in the input, or the kind of target, of the value. Absent if the act as a whole is meant. */
  readonly at?: string
  readonly kind?: SinkKind
  readonly value?: string
  /** The place of the value. Absent if there is none: the model made it. */
  readonly origin?: FlowOrigin
  readonly because: string
}

/** A value with who vouches for it. */
export interface FlowVoucher {
  readonly at: string
  readonly kind: SinkKind
  readonly value: string
  readonly by: 'user' | 'operator' | 'constant' | 'grant' | 'field'
  /** The rule that makes a field trusted, or the id of a grant. */
  readonly rule?: string
  readonly origin?: FlowOrigin
}

/** The judgement of information flow on one call, with the evidence. */
export interface FlowJudgement {
  readonly mode: FlowMode
  /** `ask`: in the mode `guard` it would be asked. `settled`: the user's words decide all of it. */
  readonly verdict: 'pass' | 'ask' | 'settled'
  readonly findings: readonly FlowFinding[]
  readonly vouched: readonly FlowVoucher[]
}
