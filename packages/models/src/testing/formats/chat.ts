import type { FakeAnswer, FakeFormat, FakeMemory } from '../fake-step.ts'
import {
  commonStatus,
  cutArguments,
  dataEvent,
  isJsonText,
  isName,
  looseOf,
  loosesOf,
  pieces,
  plainFault,
  textIn,
  waitHeaders,
} from './look.ts'

const codes: Readonly<Record<string, string>> = {
  rate_limited: 'rate_limit_exceeded',
  wait_date: 'rate_limit_exceeded',
  wait_in_text: 'rate_limit_exceeded',
  retry_info: 'rate_limit_exceeded',
  no_quota: 'insufficient_quota',
  server_error: 'server_error',
  do_not_retry: 'server_error',
  unauthorized: 'invalid_api_key',
  context_overflow: 'context_length_exceeded',
  refused_prompt: 'content_policy_violation',
  model_not_found: 'model_not_found',
}

const words: Readonly<Record<string, string>> = {
  rate_limited: 'Rate limit reached for requests.',
  wait_in_text: 'Rate limit reached for tokens per min. Please try again in 40ms.',
  no_quota: 'You exceeded your current quota, please check your plan and billing details.',
  context_overflow:
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 150000 tokens. Please reduce the length of the messages.",
  output_too_long:
    "This model's maximum context length is 128000 tokens. However, you requested 140000 tokens (120000 in the messages, 20000 in the completion).",
  unauthorized: 'Incorrect API key provided.',
  refused_prompt: 'Your request was rejected as a result of our safety system.',
  overloaded: 'The server is currently overloaded.',
}

/** The error of both formats of OpenAI. */
export function openaiFault(
  failure: Parameters<FakeFormat['fault']>[0],
  message: string,
): ReturnType<FakeFormat['fault']> {
  return (
    plainFault(failure) ?? {
      status: commonStatus[failure],
      headers: waitHeaders(failure),
      body: {
        error: {
          message: words[failure] ?? message,
          type: failure === 'overloaded' ? 'server_error' : 'invalid_request_error',
          param: null,
          code: codes[failure] ?? null,
        },
      },
    }
  )
}

/** Chat Completions of OpenAI and of servers that copy it. */
export const fakeChat: FakeFormat = {
  family: 'openai-chat',
  path: /^\/v1\/chat\/completions$/,
  authorization: (key) => ['authorization', `Bearer ${key}`],
  validate,
  events,
  fault: openaiFault,
  errorEvent: () =>
    dataEvent({ error: { message: 'The server had an error.', type: 'server_error', code: 'server_error' } }),
}

function events({ step, calls, count, signature, has }: FakeAnswer): readonly string[] {
  const usage = {
    prompt_tokens: count.prompt,
    completion_tokens: count.output + count.reasoning,
    total_tokens: count.prompt + count.output + count.reasoning,
    prompt_tokens_details: { cached_tokens: count.cached },
    completion_tokens_details: { reasoning_tokens: count.reasoning },
  }
  const out: string[] = []
  const emit = (delta: object, finish: string | null = null) => {
    if (has('keep_alive')) out.push(': PROCESSING\n\n')
    if (has('empty_choices')) out.push(dataEvent({ id: 'chatcmpl-fake', choices: [] }))
    out.push(
      dataEvent({
        id: 'chatcmpl-fake',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta, finish_reason: finish }],
        ...(has('usage_in_every_event') ? { usage } : {}),
      }),
    )
  }
  emit({ role: 'assistant', content: '' })
  const field = has('reasoning_field') ? 'reasoning' : 'reasoning_content'
  for (const piece of pieces(step.reasoning ?? '')) emit({ [field]: piece })
  const said = has('empty') ? '' : (step.text ?? '')
  for (const piece of pieces(said)) emit(has('refusal') ? { refusal: piece } : { content: piece })
  const cut = has('truncated_arguments') || has('truncated_but_stopped_well')
  for (const [at, call] of calls.entries()) {
    const text =
      cut && at === calls.length - 1 ? cutArguments(call.arguments) : has('empty_arguments') ? '' : call.arguments
    const place = has('no_index') ? {} : { index: has('index_always_0') ? 0 : at }
    const id = has('no_ids') ? {} : { id: call.id }
    const extra = has('redacted_reasoning') ? { extra_content: { google: { thought_signature: signature } } } : {}
    if (has('whole_calls')) {
      emit({
        tool_calls: [{ ...place, ...id, type: 'function', function: { name: call.name, arguments: text }, ...extra }],
      })
      continue
    }
    emit({
      tool_calls: [{ ...place, ...id, type: 'function', function: { name: call.name, arguments: '' }, ...extra }],
    })
    for (const piece of pieces(text)) {
      const again = has('name_repeated') ? { ...id, type: 'function' } : {}
      emit({
        tool_calls: [
          { ...place, ...again, function: { ...(has('name_repeated') ? { name: call.name } : {}), arguments: piece } },
        ],
      })
    }
  }
  const finish =
    has('truncated_arguments') || has('too_long') || has('window_exceeded')
      ? 'length'
      : has('content_filter')
        ? 'content_filter'
        : has('refusal')
          ? 'stop'
          : calls.length > 0 && !has('stop_with_calls')
            ? 'tool_calls'
            : 'stop'
  if (has('no_terminal_event')) return out
  emit({}, finish)
  if (!has('no_usage') && !has('usage_in_every_event')) out.push(dataEvent({ id: 'chatcmpl-fake', choices: [], usage }))
  if (!has('no_done')) out.push(dataEvent('[DONE]'))
  return out
}

function validate(value: unknown, memory: FakeMemory): readonly string[] {
  const body = looseOf(value)
  const tools = loosesOf(body.tools)
  const messages = loosesOf(body.messages)
  const problems: string[] = []
  if (messages.length === 0) problems.push('[] is too short - messages')
  if (tools.length > 128)
    problems.push(`Invalid 'tools': array too long. Expected an array with maximum length 128 (array_above_max_length)`)
  if (body.tool_choice !== undefined && tools.length === 0)
    problems.push("'tool_choice' is only allowed when 'tools' are specified.")
  for (const { function: tool } of tools) {
    const { name, description } = looseOf(tool)
    if (!isName(name)) problems.push(`Invalid 'tools.function.name': ${String(name)}`)
    if (textIn(description).length > 1024)
      problems.push("Invalid 'tools.function.description': string too long (string_above_max_length)")
  }
  const ids = new Set<string>()
  let open: string[] = []
  let systems = 0
  messages.forEach((message, index) => {
    const at = `messages[${index}]`
    const { role, content } = message
    if (role === 'tool') {
      const id = textIn(message.tool_call_id)
      if (!open.includes(id))
        problems.push(`${at}: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.`)
      open = open.filter((other) => other !== id)
      if (typeof content !== 'string' && loosesOf(content).some(({ type }) => type !== 'text'))
        problems.push(`${at}: a tool message takes text parts only`)
      return
    }
    if (open.length > 0) {
      problems.push(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. Missing: ${open.join(', ')}`,
      )
      open = []
    }
    if (role === 'system' || role === 'developer') {
      systems += 1
      if (index > 0) problems.push(`${at}: a system message in the middle`)
      return
    }
    const calls = loosesOf(message.tool_calls)
    if (message.tool_calls !== undefined && calls.length === 0) problems.push(`${at}.tool_calls: [] is too short`)
    if (calls.length > 128) problems.push(`${at}.tool_calls: array_above_max_length`)
    if (role === 'assistant' && calls.length === 0 && textIn(content) === '')
      problems.push(`${at}.content: expected a string, got null`)
    for (const { id, function: call } of calls) {
      const { name, arguments: given } = looseOf(call)
      if (!isName(id)) problems.push(`${at}: string too long or invalid: tool_calls.id`)
      if (ids.has(textIn(id))) problems.push(`${at}: duplicate tool_call id ${textIn(id)}`)
      ids.add(textIn(id))
      if (!isName(name)) problems.push(`${at}: invalid name in tool_calls`)
      if (!isJsonText(given)) problems.push(`${at}: tool_calls.function.arguments is not JSON`)
      const wanted = memory.signatureOf.get(textIn(id))
      const sent = textIn(message.reasoning_content) || textIn(message.reasoning)
      if (memory.wantsReasoning && wanted !== undefined && sent === '')
        problems.push(`${at}: The reasoning_content in the thinking mode must be passed back to the API.`)
    }
    open = calls.map(({ id }) => textIn(id))
  })
  if (open.length > 0) problems.push("An assistant message with 'tool_calls' must be followed by tool messages")
  if (systems > 1) problems.push('several system messages')
  return problems
}
