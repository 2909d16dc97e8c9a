import { failure } from '../outcome/failure.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { contentText } from '../result/content-text.ts'
import type { ResultMeta, ToolResult } from '../result/tool-result.ts'
import type { Ending } from './ending.ts'

/** The ending in the shape that callers get. @param now Milliseconds since the Unix epoch. */
export function toOutcome(ending: Ending, now: number): Outcome {
  const { status } = ending
  const ended = { result: resultOf(ending, now), text: contentText(ending.content) }
  if (status === 'ok') return { status, ...ended }
  const { code, message } = ending.failure ?? failure('internal_error', 'The call ended without a reason.')
  return { status, code, message, ...ended }
}

function resultOf(ending: Ending, now: number): ToolResult {
  const { call, status, failure: cause, content, forUser, data, media, partial, abortReason } = ending
  return {
    toolCallId: call.toolCallId,
    isError: status !== 'ok',
    ...(cause === undefined ? {} : { code: cause.code, retryable: cause.retryable }),
    content,
    ...(partial === undefined ? {} : { partial }),
    ...(abortReason === undefined ? {} : { abortReason }),
    ...(forUser === undefined ? {} : { forUser }),
    ...(data === undefined ? {} : { data }),
    ...(media === undefined ? {} : { media }),
    meta: metaOf(ending, now),
  }
}

function metaOf(
  { call, targets, decision, redactions, truncated, artifact, toolMeta }: Ending,
  now: number,
): ResultMeta {
  const { toolCallId, tool, name, exposedName, rawCallId, repairs } = call
  return {
    toolCallId,
    tool: tool?.name ?? name ?? '',
    durationMs: now - call.receivedAt,
    targets,
    ...(decision === undefined ? {} : { decision }),
    ...(rawCallId === undefined ? {} : { rawCallId }),
    ...(exposedName === undefined || exposedName === name ? {} : { exposedName }),
    ...(repairs === undefined || repairs.length === 0 ? {} : { repairs }),
    redactions,
    ...(truncated === undefined ? {} : { truncated }),
    ...(artifact === undefined ? {} : { artifact }),
    ...(toolMeta === undefined ? {} : { toolMeta }),
  }
}
