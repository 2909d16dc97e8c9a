import type { FakeAnswer, FakeFormat, FakeMemory } from '../fake-step.ts'
import { openaiFault } from './chat.ts'
import { cutArguments, isJsonText, isName, looseOf, loosesOf, namedEvent, pieces, textIn } from './look.ts'

/** The Responses API of OpenAI. */
export const fakeResponses: FakeFormat = {
  family: 'openai-responses',
  path: /^\/v1\/responses$/,
  authorization: (key) => ['authorization', `Bearer ${key}`],
  validate,
  events,
  fault: openaiFault,
  errorEvent: (isBare) => {
    const error = { code: 'server_error', message: 'The server had an error.' }
    return namedEvent(
      isBare
        ? { type: 'error', ...error, param: null }
        : { type: 'response.failed', response: { status: 'failed', error } },
    )
  },
}

function events({ step, calls, count, signature, has }: FakeAnswer): readonly string[] {
  const out: string[] = []
  let sequence = 0
  const emit = (type: string, fields: object = {}) => {
    out.push(namedEvent({ type, sequence_number: sequence, ...fields }))
    sequence += 1
    if (has('keep_alive')) out.push(': keep alive\n\n')
  }
  emit('response.created', { response: { id: 'resp_fake', status: 'in_progress' } })
  emit('response.in_progress', { response: { id: 'resp_fake' } })
  let index = 0
  const item = (fields: object, work: (place: object) => object) => {
    const place = { output_index: index }
    emit('response.output_item.added', { ...place, item: { ...fields, status: 'in_progress' } })
    emit('response.output_item.done', { ...place, item: { ...fields, ...work(place), status: 'completed' } })
    index += 1
  }
  if (step.reasoning !== undefined || has('hidden_reasoning')) {
    const shown = has('hidden_reasoning') ? '' : (step.reasoning ?? '')
    item({ type: 'reasoning', id: `rs_${signature}`, summary: [], encrypted_content: 'incomplete' }, (place) => {
      if (shown !== '') emit('response.reasoning_summary_part.added', { ...place, summary_index: 0 })
      for (const delta of pieces(shown))
        emit('response.reasoning_summary_text.delta', { ...place, summary_index: 0, delta })
      return { summary: shown === '' ? [] : [{ type: 'summary_text', text: shown }], encrypted_content: signature }
    })
  }
  const said = has('empty') ? '' : (step.text ?? '')
  if (said !== '') {
    item({ type: 'message', id: 'msg_fake', role: 'assistant', content: [] }, (place) => {
      const kind = has('refusal') ? 'refusal' : 'output_text'
      emit('response.content_part.added', { ...place, content_index: 0, part: { type: kind } })
      for (const delta of pieces(said)) emit(`response.${kind}.delta`, { ...place, content_index: 0, delta })
      return { content: [{ type: kind, text: said }] }
    })
  }
  const cut = has('truncated_arguments') || has('truncated_but_stopped_well')
  for (const [at, call] of calls.entries()) {
    const text =
      cut && at === calls.length - 1 ? cutArguments(call.arguments) : has('empty_arguments') ? '' : call.arguments
    item({ type: 'function_call', id: `fc_${call.id}`, call_id: call.id, name: call.name, arguments: '' }, (place) => {
      if (!has('whole_calls'))
        for (const delta of pieces(text)) emit('response.function_call_arguments.delta', { ...place, delta })
      emit('response.function_call_arguments.done', { ...place, arguments: text })
      return { arguments: text }
    })
  }
  const usage = {
    input_tokens: count.prompt,
    input_tokens_details: { cached_tokens: count.cached },
    output_tokens: count.output + count.reasoning,
    output_tokens_details: { reasoning_tokens: count.reasoning },
  }
  const response = { id: 'resp_fake', ...(has('no_usage') ? {} : { usage }) }
  if (has('no_terminal_event')) return out
  if (has('truncated_arguments') || has('too_long') || has('window_exceeded')) {
    emit('response.incomplete', {
      response: { ...response, status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
    })
  } else if (has('content_filter')) {
    emit('response.incomplete', {
      response: { ...response, status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
    })
  } else emit('response.completed', { response: { ...response, status: 'completed' } })
  return out
}

function validate(value: unknown, memory: FakeMemory): readonly string[] {
  const body = looseOf(value)
  const tools = loosesOf(body.tools)
  const input = loosesOf(body.input)
  const problems: string[] = []
  if (input.length === 0) problems.push("Missing required parameter: 'input'.")
  if (body.store !== false) problems.push('store: the fake service keeps nothing')
  if (body.truncation === 'auto') problems.push('truncation: drops old items')
  if (typeof body.max_output_tokens === 'number' && body.max_output_tokens < 16)
    problems.push("Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16")
  if (body.tool_choice !== undefined && tools.length === 0)
    problems.push("'tool_choice' is only allowed when 'tools' are specified.")
  for (const { name, type } of tools)
    if (type !== 'function' || !isName(name)) problems.push(`Invalid 'tools.name': ${String(name)}`)
  const calls = new Set<string>()
  const answered = new Set<string>()
  input.forEach((item, index) => {
    const at = `input[${index}]`
    switch (item.type) {
      case 'reasoning': {
        const next = input[index + 1]
        const follows =
          next?.type === 'function_call' ||
          (next?.type === 'message' && next.role === 'assistant') ||
          next?.type === 'reasoning'
        if (!follows)
          problems.push(
            `Item '${textIn(item.id)}' of type 'reasoning' was provided without its required following item.`,
          )
        if (!Array.isArray(item.summary)) problems.push(`Missing required parameter: '${at}.summary'.`)
        if (item.id !== undefined && !textIn(item.id).startsWith('rs_'))
          problems.push(`Invalid '${at}.id': expected an ID that begins with 'rs'.`)
        if (!memory.signatures.has(textIn(item.encrypted_content)))
          problems.push(`The encrypted content for item ${textIn(item.id)} could not be verified.`)
        return
      }
      case 'function_call':
        if (!isName(item.call_id)) problems.push(`Invalid '${at}.call_id': string too long.`)
        if (calls.has(textIn(item.call_id))) problems.push(`Duplicate call_id ${textIn(item.call_id)}`)
        calls.add(textIn(item.call_id))
        if (!isName(item.name)) problems.push(`Invalid '${at}.name'`)
        if (!isJsonText(item.arguments)) problems.push(`Invalid '${at}.arguments': not JSON`)
        if (item.id !== undefined && !textIn(item.id).startsWith('fc_'))
          problems.push(`Invalid '${at}.id': expected an ID that begins with 'fc'.`)
        return
      case 'function_call_output': {
        const id = textIn(item.call_id)
        if (!calls.has(id)) problems.push(`No tool call found for function call output with call_id ${id}.`)
        if (answered.has(id)) problems.push(`Duplicate function call output for ${id}.`)
        answered.add(id)
        return
      }
      case 'message':
        if (index > 0 && (item.role === 'system' || item.role === 'developer'))
          problems.push(`${at}: a system message in the middle`)
        return
      default:
        problems.push(`Invalid value: '${String(item.type)}' at ${at}.type`)
    }
  })
  for (const id of calls) if (!answered.has(id)) problems.push(`No tool output found for function call ${id}.`)
  return problems
}
