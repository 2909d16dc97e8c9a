import type { Principal } from '@drawbridge/core'

/** The values to which an argument may be completed. At most a hundred are shown. */
export interface OfferedCompletion {
  readonly values: readonly string[]
  /** The number of all values, if more exist. */
  readonly total?: number
}

/** Proposes values for an argument of which the beginning is known. */
export type CompleteArgument = (
  argument: { readonly name: string; readonly value: string },
  /** The arguments that are already filled in. */
  filled: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<OfferedCompletion>

/** The fields that prompts and resources share. */
interface Offered {
  readonly name: string
  readonly title?: string
  readonly description?: string
}

/** A prompt that the user of a client can choose. */
export interface OfferedPrompt extends Offered {
  readonly arguments?: readonly {
    readonly name: string
    readonly description?: string
    readonly required?: boolean
  }[]
  /** The tool that makes it, by its canonical name. The structured part of its result is `{ messages, description? }` in the words of MCP. */
  readonly tool: string
  /** Returns the input of that tool. */
  input(given: Readonly<Record<string, string>>): Readonly<Record<string, unknown>>
  readonly complete?: CompleteArgument
}

/** A document with an address. */
export interface OfferedResource extends Offered {
  readonly uri: string
  readonly mediaType?: string
  readonly bytes?: number
  /** The tool that reads it, with the input `{ uri }`. Its resource blocks are the contents; other text counts as one too. */
  readonly tool: string
}

/** A family of documents whose addresses follow a template, as in RFC 6570 with single variables: `logs://{day}/text`. */
export interface OfferedTemplate extends Offered {
  readonly uriTemplate: string
  readonly mediaType?: string
  /** As for a resource. */
  readonly tool: string
  readonly complete?: CompleteArgument
}

/** The lists that one caller may see. Entries that the caller may not call are left out automatically. */
export interface McpOfferings {
  readonly prompts?: readonly OfferedPrompt[]
  readonly resources?: readonly OfferedResource[]
  readonly templates?: readonly OfferedTemplate[]
}

/** A change of an offer. */
export type McpOfferChange =
  | { readonly kind: 'prompts' | 'resources' }
  /** One document has other contents. */
  | { readonly kind: 'updated'; readonly uri: string }

/**
 * Prompts and resources for MCP clients, in addition to the tools. Each is read by a call of a tool, with policy, approval, scrubbing
 * and record.
 */
export interface McpOffer {
  list(caller: Principal): McpOfferings | Promise<McpOfferings>
  /** Calls back with each change. Without it the lists never change. */
  watch?(onChange: (change: McpOfferChange) => void): Disposable
}
