import type { Operations } from './operations.ts'

/** The name of an operation of the HTTP interface. */
export type OperationName = keyof Operations

/** The answer of an operation. */
export type AnswerOf<Name extends OperationName> = Operations[Name]['answer']

/** An operation that answers a list page by page. */
export type ListOperation = {
  [Name in OperationName]: AnswerOf<Name> extends { readonly items: readonly unknown[]; readonly next: string | null }
    ? Name
    : never
}[OperationName]

/** One item of a list. */
export type ItemOf<Name extends ListOperation> =
  AnswerOf<Name> extends { readonly items: readonly (infer Item)[] } ? Item : never

type Part<Key extends string, Value> = [Value] extends [undefined]
  ? { readonly [Each in Key]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [Each in Key]?: Value }
    : { readonly [Each in Key]: Value }

/** The parts of a request besides those that the operation has. */
export interface RequestOptions {
  /** Ends the request. */
  readonly signal?: AbortSignal | undefined
  /** Makes a repeated request count once: 1 to 255 visible characters. */
  readonly idempotencyKey?: string | undefined
  /** The ETag of the version that is changed. */
  readonly ifMatch?: string | undefined
  /** The id of the last event of a stream that was read; the stream goes on behind it. */
  readonly lastEventId?: string | undefined
  /** Further headers, such as `Range`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A request of an operation. */
export type RequestOf<Name extends OperationName> = RequestOptions &
  Part<'params', Operations[Name]['params']> &
  Part<'query', Operations[Name]['query']> &
  Part<'body', Operations[Name]['body']>

/** The arguments behind the name of an operation: its request, which may be left out if nothing in it is needed. */
export type RequestArguments<Name extends OperationName> =
  Record<never, never> extends RequestOf<Name> ? [request?: RequestOf<Name>] : [request: RequestOf<Name>]
