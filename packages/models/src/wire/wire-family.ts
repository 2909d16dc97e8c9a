import type { AssistantMessage, CutCall, ModelEvent, ModelRequest, ModelStop, ModelUsage } from '@drawbridge/core/model'

/** The model that a request is lowered for. */
export interface WireTarget {
  /** The name that the provider knows it by. */
  readonly name: string
  /** The longest answer in tokens. */
  readonly maxOutput: number
  /** True for the provider's own service, which takes more than servers that copy its format. */
  readonly own: boolean
}

/** A request as it goes to the provider. */
export interface WireRequest {
  /** Below the URL of the provider. */
  readonly path: string
  readonly body: object
}

/** An event of an answer on its way, before the last one. */
export type WireDelta = Extract<ModelEvent, { readonly type: 'text' | 'reasoning' | 'call' | 'arguments' }>

/** The end of an answer, as its stream said it. */
export interface WireAnswer {
  readonly blocks: AssistantMessage['blocks']
  readonly cut: readonly CutCall[]
  /** Undefined if the provider did not say. */
  readonly usage: ModelUsage | undefined
  readonly stop: ModelStop
  readonly raw: string
}

/** One message of a stream of events. */
export interface WireEvent {
  readonly event: string | undefined
  readonly data: string
}

/** Reads one stream. */
export interface WireReader {
  /** Returns what an event adds. Throws `ModelError` for one that reports an error. */
  read(event: WireEvent): readonly WireDelta[]
  /** Returns the answer once its end has been read; undefined before. */
  answer(): WireAnswer | undefined
  /** The usage as far as it was told, for an attempt that breaks. */
  usage(): ModelUsage | undefined
}

/** Makes the id of a call unique and valid. */
export type CallIds = (given: string | undefined) => string

/** One wire format: pure functions from and to bytes. */
export interface WireFamily {
  lower(request: ModelRequest, target: WireTarget): WireRequest
  open(ids: CallIds): WireReader
  /** The headers that carry the key. */
  authorize(key: string): Readonly<Record<string, string>>
}
