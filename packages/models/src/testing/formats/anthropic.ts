import type { FakeAnswer, FakeFormat, FakeMemory } from '../fake-step.ts'
import {
  commonStatus,
  cutArguments,
  isName,
  type Loose,
  looseOf,
  loosesOf,
  namedEvent,
  pieces,
  plainFault,
  textIn,
  waitHeaders,
} from './look.ts'

const types: Readonly<Record<string, string>> = {
  rate_limited: 'rate_limit_error',
  wait_date: 'rate_limit_error',
  wait_in_text: 'rate_limit_error',
  retry_info: 'rate_limit_error',
  no_quota: 'billing_error',
  overloaded: 'overloaded_error',
  server_error: 'api_error',
  do_not_retry: 'api_error',
  unauthorized: 'authentication_error',
  model_not_found: 'not_found_error',
}

const words: Readonly<Record<string, string>> = {
  rate_limited: 'This request would exceed your rate limit.',
  wait_in_text: 'Rate limit reached. Please try again in 40ms.',
  context_overflow: 'prompt is too long: 250000 tokens > 200000 maximum',
  output_too_long:
    'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000, decrease input length or `max_tokens` and try again',
  overloaded: 'Overloaded',
  unauthorized: 'invalid x-api-key',
  refused_prompt: 'Output blocked by content filtering policy',
}

/** The Messages API of Anthropic. */
export const fakeAnthropic: FakeFormat = {
  family: 'anthropic',
  path: /^\/v1\/messages$/,
  authorization: (key) => ['x-api-key', key],
  validate,
  events,
  fault: (failure, message) =>
    plainFault(failure) ?? {
      status: failure === 'overloaded' ? 529 : failure === 'no_quota' ? 402 : commonStatus[failure],
      headers: waitHeaders(failure),
      body: {
        type: 'error',
        error: { type: types[failure] ?? 'invalid_request_error', message: words[failure] ?? message },
        request_id: 'req_fake',
      },
    },
  errorEvent: () => namedEvent({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
}

function events({ step, calls, count, signature, has }: FakeAnswer): readonly string[] {
  const usage = {
    input_tokens: count.prompt - count.cached,
    cache_read_input_tokens: count.cached,
    cache_creation_input_tokens: 0,
    output_tokens: 1,
  }
  const out: string[] = []
  const emit = (type: string, fields: object = {}) => void out.push(namedEvent({ type, ...fields }))
  emit('message_start', { message: { id: 'msg_fake', type: 'message', role: 'assistant', content: [], usage } })
  emit('ping')
  let index = 0
  const block = (start: object, deltas: readonly object[]) => {
    emit('content_block_start', { index, content_block: start })
    if (has('keep_alive')) out.push(': keep alive\n\n', namedEvent({ type: 'ping' }))
    for (const delta of deltas) emit('content_block_delta', { index, delta })
    emit('content_block_stop', { index })
    index += 1
  }
  if (has('redacted_reasoning')) block({ type: 'redacted_thinking', data: signature }, [])
  else if (step.reasoning !== undefined || has('hidden_reasoning')) {
    const shown = has('hidden_reasoning') ? [] : pieces(step.reasoning ?? '')
    block({ type: 'thinking', thinking: '', signature: '' }, [
      ...shown.map((thinking) => ({ type: 'thinking_delta', thinking })),
      { type: 'signature_delta', signature },
    ])
  }
  const silent = has('empty')
  if (step.text !== undefined && !silent) {
    block(
      { type: 'text', text: '' },
      pieces(step.text).map((text) => ({ type: 'text_delta', text })),
    )
  }
  const cut = has('truncated_arguments') || has('truncated_but_stopped_well')
  for (const [at, call] of calls.entries()) {
    const json =
      cut && at === calls.length - 1 ? cutArguments(call.arguments) : has('empty_arguments') ? '' : call.arguments
    block(
      { type: 'tool_use', id: call.id, name: call.name, input: {} },
      pieces(json).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    )
  }
  const stop =
    has('truncated_arguments') || has('too_long')
      ? 'max_tokens'
      : has('refusal') || has('content_filter')
        ? 'refusal'
        : has('pause_turn')
          ? 'pause_turn'
          : has('window_exceeded')
            ? 'model_context_window_exceeded'
            : calls.length > 0
              ? 'tool_use'
              : 'end_turn'
  const { output, reasoning } = count
  emit('message_delta', {
    delta: {
      stop_reason: stop,
      stop_sequence: null,
      ...(has('refusal') ? { stop_details: { category: 'cyber' } } : {}),
    },
    usage: { output_tokens: output + reasoning, output_tokens_details: { thinking_tokens: reasoning } },
  })
  if (!has('no_terminal_event')) emit('message_stop')
  return out
}

function validate(value: unknown, memory: FakeMemory): readonly string[] {
  const body = looseOf(value)
  const { tools, max_tokens: most, tool_choice: choice } = body
  const thinks = looseOf(body.thinking).type === 'enabled'
  const adapts = looseOf(body.thinking).type === 'adaptive'
  const messages = loosesOf(body.messages)
  const problems: string[] = []
  if (typeof most !== 'number' || most < 1) problems.push('max_tokens: Field required')
  if (body.stream !== true) problems.push('stream: the fake service only streams')
  if (thinks && Number(looseOf(body.thinking).budget_tokens) < 1024)
    problems.push('thinking.budget_tokens: must be at least 1024')
  if (thinks && Number(looseOf(body.thinking).budget_tokens) >= Number(most))
    problems.push('`max_tokens` must be greater than `thinking.budget_tokens`')
  if (adapts && looseOf(body.thinking).budget_tokens !== undefined)
    problems.push('thinking.adaptive.budget_tokens: Extra inputs are not permitted')
  if ((thinks || adapts) && body.temperature !== undefined)
    problems.push('`temperature` may only be set to 1 when thinking is enabled')
  if ((thinks || adapts) && looseOf(choice).type === 'any')
    problems.push('Thinking may not be enabled when tool_choice forces tool use.')
  if (choice !== undefined && loosesOf(tools).length === 0)
    problems.push('tool_choice may only be specified while providing tools')
  for (const { name, input_schema: schema } of loosesOf(tools)) {
    if (!isName(name)) problems.push(`tools.name: ${String(name)} does not match`)
    if (looseOf(schema).type !== 'object') problems.push('input_schema.type of a tool: Field required')
  }
  if (messages.length === 0) problems.push('messages: at least one message is required')
  if (messages[0]?.role !== 'user') problems.push('messages: first message must use the "user" role')
  let points = [...loosesOf(body.system), ...loosesOf(tools)].filter(
    ({ cache_control: point }) => point !== undefined,
  ).length
  const ids = new Set<string>()
  let open: readonly string[] = []
  messages.forEach((message, index) => {
    const at = `messages.${index}`
    const blocks =
      typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : loosesOf(message.content)
    points += blocks.filter(({ cache_control: point }: Loose) => point !== undefined).length
    if (blocks.length === 0)
      problems.push(`${at}: all messages must have non-empty content except for the optional final assistant message`)
    for (const block of blocks as readonly Loose[]) {
      if (block.type === 'text' && textIn(block.text).trim() === '')
        problems.push(`${at}: text content blocks must be non-empty`)
      if ((block.type === 'thinking' || block.type === 'redacted_thinking') && block.cache_control !== undefined)
        problems.push(`${at}: cache_control cannot be set on thinking blocks`)
    }
    const results = (blocks as readonly Loose[])
      .filter(({ type }) => type === 'tool_result')
      .map(({ tool_use_id: id }) => textIn(id))
    if (message.role === 'user') {
      if (open.length > 0) {
        const missing = open.filter((id) => !results.includes(id))
        if (missing.length > 0)
          problems.push(
            `${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}`,
          )
        const firstText = (blocks as readonly Loose[]).findIndex(({ type }) => type === 'text')
        const lastResult = (blocks as readonly Loose[]).findLastIndex(({ type }) => type === 'tool_result')
        if (firstText !== -1 && firstText < lastResult) problems.push(`${at}: tool_result blocks must come before text`)
      }
      for (const id of results)
        if (!open.includes(id))
          problems.push(`${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}`)
      if (new Set(results).size !== results.length) problems.push(`${at}: each tool_use must have a single result`)
      open = []
      return
    }
    if (open.length > 0)
      problems.push(`${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after`)
    const uses = (blocks as readonly Loose[]).filter(({ type }) => type === 'tool_use')
    for (const { id, name, input } of uses) {
      if (!isName(id)) problems.push(`${at}: tool_use.id does not match the pattern`)
      if (ids.has(textIn(id))) problems.push(`${at}: \`tool_use\` ids must be unique`)
      ids.add(textIn(id))
      if (!isName(name)) problems.push(`${at}: tool_use.name does not match`)
      if (typeof input !== 'object' || input === null || Array.isArray(input))
        problems.push(`${at}: tool_use.input: Input should be a valid dictionary`)
    }
    if (uses.length > 0 && loosesOf(tools).length === 0)
      problems.push('Requests which include `tool_use` or `tool_result` blocks must define tools')
    for (const { type, signature, data } of blocks as readonly Loose[]) {
      const given = type === 'thinking' ? signature : type === 'redacted_thinking' ? data : undefined
      if (given !== undefined && !memory.signatures.has(textIn(given)))
        problems.push(`${at}: Invalid \`signature\` in \`thinking\` block`)
      if (type === 'thinking' && given === undefined) problems.push(`${at}: thinking.signature: Field required`)
    }
    const isLastTurn = index === messages.findLastIndex(({ role }) => role === 'assistant')
    const first = (blocks as readonly Loose[])[0]?.type
    if (
      thinks &&
      isLastTurn &&
      uses.length > 0 &&
      index >= messages.length - 2 &&
      first !== 'thinking' &&
      first !== 'redacted_thinking'
    ) {
      problems.push(`${at}: Expected \`thinking\` or \`redacted_thinking\`, but found \`${String(first)}\``)
    }
    open = uses.map(({ id }) => textIn(id))
  })
  const last = messages.at(-1)
  const lastBlock = loosesOf(last?.content).at(-1)
  if (last?.role === 'assistant' && /\s$/.test(textIn(lastBlock?.text)))
    problems.push('final assistant content cannot end with trailing whitespace')
  if (open.length > 0) problems.push('`tool_use` ids were found without `tool_result` blocks immediately after')
  if (points > 4) problems.push(`A maximum of 4 blocks with cache_control may be provided. Found ${points}.`)
  return problems
}
