import { randomUUID } from 'node:crypto'
import { errorMessage } from '@drawbridge/core'
import type { Conversation, LoopEvent, RunReport } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import { remoteDenial } from '../call/remote-denial.ts'
import { authenticate } from '../caller/authenticate.ts'
import { type Caller, hasScope, isAtLeast } from '../caller/caller.ts'
import { Problem } from '../problem/problem.ts'
import { ownerOf } from '../resources/sessions/routes.ts'
import { ownerOfSession } from '../resources/sessions/session-rows.ts'
import type { Gateway } from '../server/gateway.ts'
import { readJson } from '../server/read-body.ts'
import { type ChatRequest, chatRequest, promptOf } from './chat-request.ts'

/** Answers `/v1/chat/completions` and `/v1/models` in the form that chat clients know. Undefined for other paths. */
export async function answerChat(request: Request, gateway: Gateway): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  const isModels = pathname === '/v1/models' && request.method === 'GET'
  if (!isModels && !(pathname === '/v1/chat/completions' && request.method === 'POST')) return undefined
  const caller = await authenticate(request.headers, gateway)
  if (caller === undefined) return chatError(401, { message: 'Send a key, as "Bearer KEY".', code: 'invalid_api_key' })
  if (!isAtLeast(caller.user.role, 'member') || !hasScope(caller, 'chat'))
    return chatError(403, { message: 'This needs the role member and a key with the scope chat.', code: 'forbidden' })
  return isModels ? listModels(gateway, caller) : complete(request, gateway, caller)
}

function agentsOf(caller: Caller): readonly string[] | undefined {
  return caller.key?.agents
}

async function listModels({ drawbridge }: Gateway, caller: Caller): Promise<Response> {
  const catalogue = await drawbridge.house.service('modelCatalogue')
  const allowed = agentsOf(caller)
  const names = ['agent/default', ...(allowed ?? []).map((each) => `agent/${each}`)]
  const data = names.map((id) => ({ id, object: 'model', created: 0, owned_by: 'drawbridge' }))
  return Response.json({ object: 'list', data: catalogue === undefined ? [] : data })
}

async function complete(request: Request, gateway: Gateway, caller: Caller): Promise<Response> {
  let wanted: ChatRequest
  try {
    const read = chatRequest.safeParse(await readJson(request, gateway.settings.maxBodyBytes))
    if (!read.success) return chatError(400, { message: read.error.issues[0]?.message ?? 'The request is not valid.' })
    wanted = read.data
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return chatError(error.code === 'too_large' ? 413 : 400, { message: error.message })
  }
  if ((wanted.n ?? 1) > 1) return chatError(400, { message: 'n must be 1.', code: 'unsupported_parameter' })
  if (wanted.logprobs === true)
    return chatError(400, { message: 'logprobs are not available.', code: 'unsupported_parameter' })
  if (wanted.tools != null)
    return chatError(400, {
      message: 'Tools of the client are not available: the agent has its own.',
      code: 'unsupported_parameter',
    })
  const agent = /^agent\/([\w.-]{1,200})$/.exec(wanted.model)?.[1]
  if (agent === undefined)
    return chatError(404, { message: 'There is no such model. GET /v1/models lists them.', code: 'model_not_found' })
  if (agentsOf(caller) !== undefined && !agentsOf(caller)?.includes(agent))
    return chatError(404, { message: 'There is no such model. GET /v1/models lists them.', code: 'model_not_found' })
  const runner = await gateway.drawbridge.house.service('agentRunner')
  if (runner === undefined) return chatError(503, { message: 'No room runs agents.', type: 'server_error' })
  const resume = wanted.metadata?.session
  if (resume !== undefined) {
    const row = await gateway.database.get(ownerOfSession, resume)
    const owner = ownerOf(caller)
    if (row === undefined || (owner !== '' && row.user_id !== owner))
      return chatError(404, { message: 'There is no such session.', code: 'session_not_found' })
  }
  let conversation: Conversation
  try {
    conversation = await runner.open({
      ...defined({ resume }),
      principal: { user: caller.user.name, channel: 'http', ...(agent === 'default' ? {} : { agent }) },
      hide: (tool) => {
        const reason = remoteDenial(tool, gateway.settings.remoteTools)
        return reason === undefined ? undefined : { class: 'removed', reason, source: 'gateway.remoteTools' }
      },
    })
  } catch (error) {
    return chatError(400, { message: errorMessage(error) })
  }
  const prompt = promptOf(wanted, resume === undefined)
  const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(gateway.clock.now() / 1_000), model: wanted.model }
  const headers = { 'x-drawbridge-session': conversation.id }
  if (wanted.stream === true) {
    const includeUsage = wanted.stream_options?.include_usage === true
    return new Response(stream(conversation, { prompt, head, includeUsage, gateway }), {
      headers: { ...headers, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
    })
  }
  await using _conversation = conversation
  try {
    const report = await runToEnd(conversation, prompt, () => undefined)
    if (report.reason !== 'completed' && report.text === '')
      return chatError(502, { message: report.message ?? `The run ended: ${report.reason}.`, type: 'server_error' })
    const message = { role: 'assistant', content: report.text, refusal: null }
    const choices = [{ index: 0, message, logprobs: null, finish_reason: finishOf(report) }]
    return Response.json({ ...head, object: 'chat.completion', choices, usage: usageOf(report) }, { headers })
  } catch (error) {
    return chatError(500, { message: errorMessage(error), type: 'server_error' })
  }
}

async function runToEnd(
  conversation: Conversation,
  prompt: string,
  onEvent: (event: LoopEvent) => void,
): Promise<RunReport> {
  const run = conversation.send(prompt)
  for (;;) {
    const step = await run.next()
    if (step.done === true) return step.value
    onEvent(step.value)
  }
}

/** The run goes on if the client is gone: it belongs to the server. */
function stream(
  conversation: Conversation,
  {
    prompt,
    head,
    includeUsage,
    gateway: { clock },
  }: {
    readonly prompt: string
    readonly head: { readonly id: string; readonly created: number; readonly model: string }
    readonly includeUsage: boolean
    readonly gateway: Gateway
  },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const keepAliveMs = 15_000
  return new ReadableStream({
    start: (controller) => {
      let isOpen = true
      const write = (line: string) => {
        if (!isOpen) return
        try {
          controller.enqueue(encoder.encode(line))
        } catch {
          isOpen = false
        }
      }
      const chunk = (delta: object, finish: string | null = null) =>
        write(
          `data: ${JSON.stringify({
            ...head,
            object: 'chat.completion.chunk',
            choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
            ...(includeUsage ? { usage: null } : {}),
          })}\n\n`,
        )
      const keepAlive = (): Disposable =>
        clock.after(keepAliveMs, () => {
          write(': waiting\n\n')
          alive = keepAlive()
        })
      let alive = keepAlive()
      const work = async () => {
        chunk({ role: 'assistant', content: '' })
        const report = await runToEnd(conversation, prompt, (event) => {
          if (event.type === 'text.streamed') chunk({ content: event.text })
          if (event.type === 'call.started') write(': an agent makes a call\n\n')
        })
        chunk({}, finishOf(report))
        if (includeUsage)
          write(
            `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices: [], usage: usageOf(report) })}\n\n`,
          )
        write('data: [DONE]\n\n')
      }
      void work()
        .catch((error: unknown) =>
          write(
            `data: ${JSON.stringify({ error: { message: errorMessage(error), type: 'server_error', param: null, code: null } })}\n\n`,
          ),
        )
        .finally(async () => {
          alive[Symbol.dispose]()
          if (isOpen) controller.close()
          await conversation[Symbol.asyncDispose]()
        })
    },
  })
}

function finishOf({ reason }: RunReport): 'stop' | 'length' {
  return reason === 'completed' ? 'stop' : 'length'
}

function usageOf({ usage }: RunReport) {
  const { input, cacheRead, cacheWrite, cacheWriteHour, output, reasoning } = usage
  const [prompt, completion] = [input + cacheRead + cacheWrite + cacheWriteHour, output + reasoning]
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}

/** Returns an error as clients of this form expect it, which is not the problem form. */
function chatError(
  status: number,
  {
    message,
    type = 'invalid_request_error',
    code = null,
  }: { readonly message: string; readonly type?: string; readonly code?: string | null },
): Response {
  return Response.json({ error: { message, type, param: null, code } }, { status })
}
