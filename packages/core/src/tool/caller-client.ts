import type { Scrubber } from '../scrub/index.ts'

/** The things that a client can be asked for. */
export type ClientAbility = 'elicit' | 'sample' | 'listRoots'

/** A form for the person behind a client: a sentence, and a flat object of texts, numbers, choices and boxes. */
export interface ClientForm {
  readonly message: string
  /** A JSON Schema of type `object` with flat properties. */
  readonly requestedSchema: Readonly<Record<string, unknown>>
}

/** The reply to a form. The content is whatever the client sent; nobody has checked it. */
export interface ClientFormReply {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Readonly<Record<string, unknown>>
}

/** A request to the client's model, in the words of MCP. */
export interface ClientSample {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: unknown }[]
  readonly maxTokens: number
  readonly systemPrompt?: string
}

/** The answer of the client's model. Untrusted. */
export interface ClientSampleReply {
  readonly role: 'user' | 'assistant'
  readonly content: unknown
  readonly model: string
  readonly stopReason?: string
}

/** A folder that the client works in. */
export interface ClientRoot {
  readonly uri: string
  readonly name?: string
}

/** The levels of log lines, from the least to the most urgent. */
export type ClientLogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency'

/** Says how one request to a client is known. */
export interface ClientRequestOptions {
  /** Names the request within the call, for clients that answer several at once. Default: a number. */
  readonly key?: string
}

/**
 * The program that sent a call, for a tool that wants more of it than `ask` gives. Requests that are made together are sent together. A
 * request for something that the client cannot do rejects, and so does each when the call ends.
 */
export interface CallerClient {
  /** The abilities that the client has declared. */
  readonly abilities: ReadonlySet<ClientAbility>
  /** Shows a form to the person behind the client. For plain questions `ask` also reaches other ways to a person. */
  elicit(form: ClientForm, options?: ClientRequestOptions): Promise<ClientFormReply>
  /** Asks the client's model. */
  sample(sample: ClientSample, options?: ClientRequestOptions): Promise<ClientSampleReply>
  listRoots(options?: ClientRequestOptions): Promise<readonly ClientRoot[]>
  /** Offers a line to the client's log. */
  log(level: ClientLogLevel, data: unknown): void
}

/** Returns the client behind the scrubber: no secret leaves with a form, a sample or a log line. */
export function scrubbedClient(client: CallerClient, { scrubValue }: Pick<Scrubber, 'scrubValue'>): CallerClient {
  return {
    abilities: client.abilities,
    elicit: (form, options) => client.elicit(scrubValue(form).value, options),
    sample: (sample, options) => client.sample(scrubValue(sample).value, options),
    listRoots: (options) => client.listRoots(options),
    log: (level, data) => client.log(level, scrubValue(data).value),
  }
}
