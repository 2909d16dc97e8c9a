import { escapeToOneLine } from '@drawbridge/core/base'
import { type CompleteRequest, type CompleteResult, INVALID_PARAMS, ProtocolError } from '@modelcontextprotocol/server'
import type { ServedOffer } from './served-offer.ts'

/** MCP's own limit. */
const mostValues = 100
/** In characters. */
const longestValue = 1_000

/** Answers `completion/complete` for a prompt or a template that the caller may use. */
export async function completeArgument(
  { params: { ref, argument, context } }: CompleteRequest,
  { prompts, templates }: ServedOffer,
  signal: AbortSignal,
): Promise<CompleteResult> {
  const found =
    ref.type === 'ref/prompt'
      ? prompts.find(({ name }) => name === ref.name)
      : templates.find(({ uriTemplate }) => uriTemplate === ref.uri)
  if (found === undefined) {
    const name = ref.type === 'ref/prompt' ? `prompt "${ref.name}"` : `template "${ref.uri}"`
    throw new ProtocolError(INVALID_PARAMS, `There is no ${name}.`)
  }
  const { values, total = values.length } = (await found.complete?.(argument, context?.arguments ?? {}, signal)) ?? {
    values: [],
  }
  const shown = values.filter(({ length }) => length <= longestValue).slice(0, mostValues)
  return { completion: { values: shown.map(escapeToOneLine), total, hasMore: total > shown.length } }
}
