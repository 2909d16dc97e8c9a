import type { FakeAnswer, FakeFormat, FakeMemory } from '../fake-step.ts'
import {
  commonStatus,
  dataEvent,
  isName,
  type Loose,
  looseOf,
  loosesOf,
  pieces,
  plainFault,
  textIn,
  waitHeaders,
} from './look.ts'

const statuses: Readonly<Record<string, string>> = {
  rate_limited: 'RESOURCE_EXHAUSTED',
  wait_date: 'RESOURCE_EXHAUSTED',
  wait_in_text: 'RESOURCE_EXHAUSTED',
  retry_info: 'RESOURCE_EXHAUSTED',
  no_quota: 'RESOURCE_EXHAUSTED',
  overloaded: 'UNAVAILABLE',
  server_error: 'INTERNAL',
  do_not_retry: 'INTERNAL',
  unauthorized: 'UNAUTHENTICATED',
  model_not_found: 'NOT_FOUND',
}

const words: Readonly<Record<string, string>> = {
  wait_in_text: 'You exceeded your current quota. Please retry in 0.04s.',
  context_overflow: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
  output_too_long: 'The input token count (1048000) exceeds the maximum number of tokens allowed (1048576).',
  overloaded: 'The model is overloaded. Please try again later.',
  unauthorized: 'API key not valid. Please pass a valid API key.',
}

/** The Gemini API. */
export const fakeGemini: FakeFormat = {
  family: 'gemini',
  path: /^\/v1beta\/models\/[^/]+:streamGenerateContent$/,
  authorization: (key) => ['x-goog-api-key', key],
  validate,
  events,
  fault: (failure, message) => {
    if (failure === 'refused_prompt') {
      return {
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body: dataEvent({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }),
      }
    }
    const status = commonStatus[failure]
    const details =
      failure === 'retry_info'
        ? [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '0.04s' }]
        : failure === 'no_quota'
          ? [
              {
                '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
                violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel' }],
              },
            ]
          : []
    const error = {
      code: status,
      message: words[failure] ?? message,
      status: statuses[failure] ?? 'INVALID_ARGUMENT',
      details,
    }
    return (
      plainFault(failure) ?? { status, headers: failure === 'retry_info' ? {} : waitHeaders(failure), body: { error } }
    )
  },
  errorEvent: (isBare) => {
    const error = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' }
    return dataEvent(isBare ? { error } : [{ error }])
  },
}

function events({ step, calls, count, signature, has }: FakeAnswer): readonly string[] {
  const usageMetadata = {
    promptTokenCount: count.prompt,
    cachedContentTokenCount: count.cached,
    candidatesTokenCount: count.output,
    thoughtsTokenCount: count.reasoning,
    totalTokenCount: count.prompt + count.output + count.reasoning,
  }
  const out: string[] = []
  const emit = (parts: readonly object[], finishReason?: string) =>
    void out.push(
      dataEvent({
        candidates: [
          { content: { role: 'model', parts }, index: 0, ...(finishReason === undefined ? {} : { finishReason }) },
        ],
        ...(has('no_usage') ? {} : { usageMetadata }),
      }),
    )
  if (has('keep_alive')) out.push(': keep alive\n\n')
  for (const text of pieces(step.reasoning ?? '')) emit([{ text, thought: true }])
  if (has('malformed_call')) {
    emit([], 'MALFORMED_FUNCTION_CALL')
    return out
  }
  const said = has('empty') ? '' : (step.text ?? '')
  for (const text of pieces(said)) emit([{ text }])
  const signed = { thoughtSignature: signature }
  if (has('signature_on_empty_text')) emit([{ text: '', ...signed }])
  const all = calls.map(({ id, name, arguments: given }, index) => ({
    functionCall: { ...(has('no_ids') ? {} : { id }), name, args: JSON.parse(given) as object },
    ...(index === 0 ? signed : {}),
  }))
  if (has('truncated_arguments') || has('truncated_but_stopped_well')) all.pop()
  if (has('whole_calls')) emit(all)
  else for (const part of all) emit([part])
  if (has('no_terminal_event')) return out
  emit(
    [],
    has('truncated_arguments') || has('too_long') || has('window_exceeded')
      ? 'MAX_TOKENS'
      : has('content_filter')
        ? 'PROHIBITED_CONTENT'
        : has('refusal')
          ? 'SAFETY'
          : 'STOP',
  )
  return out
}

function validate(value: unknown, memory: FakeMemory): readonly string[] {
  const body = looseOf(value)
  const contents = loosesOf(body.contents)
  const problems: string[] = []
  for (const { name, parameters } of loosesOf(body.tools).flatMap(({ functionDeclarations: tools }) =>
    loosesOf(tools),
  )) {
    if (!isName(name)) problems.push(`Invalid function name ${String(name)}`)
    if (parameters !== undefined && looseOf(parameters).type !== 'OBJECT')
      problems.push('parameters.type: should be OBJECT')
    if (parameters !== undefined && Object.keys(looseOf(looseOf(parameters).properties)).length === 0)
      problems.push('parameters.properties: should be non-empty for OBJECT type')
  }
  if (contents.length === 0) problems.push('contents is not specified')
  if (contents[0]?.role !== 'user') problems.push('Please ensure that multiturn requests begin with a user turn.')
  if (contents.at(-1)?.role !== 'user') problems.push('Please ensure that multiturn requests end with a user turn.')
  const running = contents.findLastIndex(
    (content) =>
      content.role === 'user' &&
      !partsOf(content).some(isResponse) &&
      partsOf(content).some(({ text }) => text !== undefined),
  )
  let open: readonly string[] = []
  contents.forEach((content, index) => {
    const parts = partsOf(content)
    if (content.role !== 'user' && content.role !== 'model') problems.push('Please use a valid role: user, model.')
    if (parts.length === 0) problems.push(`contents[${index}].parts: must not be empty`)
    const responses = parts.filter(isResponse).map(({ functionResponse: response }) => looseOf(response))
    const calls = parts.filter(({ functionCall: call }) => call !== undefined)
    if (content.role === 'user') {
      if (responses.length !== open.length)
        problems.push(
          'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
        )
      if (responses.some(({ name }, at) => open[at] !== undefined && name !== open[at]))
        problems.push('function response names do not match the calls')
      if (
        responses.some(({ response }) => typeof response !== 'object' || response === null || Array.isArray(response))
      )
        problems.push('function_response.response: must be a struct')
      open = []
      return
    }
    if (open.length > 0)
      problems.push('Please ensure that function call turn comes immediately before a function response turn.')
    if (calls.length > 0 && contents[index - 1]?.role !== 'user')
      problems.push(
        'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
      )
    for (const [at, part] of calls.entries()) {
      const given = textIn(part.thoughtSignature)
      if (at === 0 && index > running && given === '')
        problems.push('Function call is missing a thought_signature in functionCall parts.')
    }
    for (const { thoughtSignature: given } of parts) {
      if (given !== undefined && given !== 'skip_thought_signature_validator' && !memory.signatures.has(textIn(given)))
        problems.push('Corrupted thought signature.')
    }
    open = calls.map(({ functionCall: call }) => textIn(looseOf(call).name))
  })
  if (open.length > 0)
    problems.push(
      'Please ensure that the number of function response parts is equal to the number of function call parts.',
    )
  return problems
}

function partsOf(content: Loose): readonly Loose[] {
  return loosesOf(content.parts)
}

function isResponse({ functionResponse: response }: Loose): boolean {
  return response !== undefined
}
