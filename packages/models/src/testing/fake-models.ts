import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { serveHttp } from '@drawbridge/net/testing'
import type { FakeAnswer, FakeCall, FakeCount, FakeFamily, FakeFormat, FakeStep } from './fake-step.ts'
import { fakeVectors } from './fake-vectors.ts'
import { fakeAnthropic } from './formats/anthropic.ts'
import { fakeChat } from './formats/chat.ts'
import { fakeGemini } from './formats/gemini.ts'
import { looseOf } from './formats/look.ts'
import { fakeResponses } from './formats/responses.ts'

/** A request as the fake service received it. */
export interface FakeRequest {
  readonly family: FakeFamily
  readonly body: Readonly<Record<string, unknown>>
  /** The rules of the real service that it breaks. The request was refused if there is one. */
  readonly problems: readonly string[]
  /** The tokens of the prompt, as the service counts them. */
  readonly promptTokens: number
}

/** The settings of a fake service. */
export interface FakeModelsOptions {
  /** The answers in their order, or a function that decides by the request. */
  readonly answers: readonly FakeStep[] | ((request: FakeRequest, index: number) => FakeStep)
  /** The window in tokens; a longer prompt is refused. Default: none. */
  readonly context?: number
  /** True if the service wants reasoning that came with calls back, as some servers of Chat Completions do. */
  readonly wantsReasoning?: boolean
}

/** A service on 127.0.0.1 that speaks all four wire formats, and checks each request as the real ones do. */
export interface FakeModels extends AsyncDisposable {
  readonly port: number
  /** The key that requests must have. Made at run time. */
  readonly key: string
  /** Returns the address for `models.providers.*.url`. */
  url(family: FakeFamily): string
  readonly requests: readonly FakeRequest[]
  /** Every rule that a request broke. */
  readonly problems: readonly string[]
  /** The tokens of all answers that were begun. */
  readonly counted: FakeCount
}

const formats: readonly FakeFormat[] = [fakeChat, fakeResponses, fakeAnthropic, fakeGemini]

/** Opens a fake service. It answers until its steps are used up, and refuses requests after that. */
export async function openFakeModels({
  answers,
  context,
  wantsReasoning = false,
}: FakeModelsOptions): Promise<FakeModels> {
  const key = randomBytes(16).toString('hex')
  const requests: FakeRequest[] = []
  const problems: string[] = []
  const signatures = new Set<string>()
  const signatureOf = new Map<string, string>()
  const memory = { signatures, signatureOf, wantsReasoning }
  let counted: FakeCount = { prompt: 0, cached: 0, output: 0, reasoning: 0 }
  let before = ''
  let made = 0

  const stepFor = (request: FakeRequest, index: number): FakeStep | undefined =>
    typeof answers === 'function' ? answers(request, index) : answers[index]

  const answer = async (format: FakeFormat, text: string, response: ServerResponse): Promise<void> => {
    const body = looseOf(JSON.parse(text))
    const found = format.validate(body, memory)
    const prompt = Math.ceil(text.length / 4)
    const request: FakeRequest = { family: format.family, body, problems: found, promptTokens: prompt }
    const index = requests.push(request) - 1
    problems.push(...found)
    if (found.length > 0) return fail(response, format.fault('invalid', found.join(' ')))
    if (context !== undefined && prompt > context) return fail(response, format.fault('context_overflow', ''))
    const step = stepFor(request, index)
    if (step === undefined) {
      problems.push('The fake service has no further step.')
      return fail(response, format.fault('invalid', 'The fake service has no further step.'))
    }
    if (step.failure === 'reset') return void response.destroy()
    if (step.failure === 'silence') return
    if (step.failure !== undefined) return fail(response, format.fault(step.failure, 'The request failed.'))
    const shared = sharedLength(before, text)
    before = text
    await play(format, step, { prompt, cached: Math.floor(shared / 4) }, response)
  }

  const play = async (
    format: FakeFormat,
    step: FakeStep,
    size: Pick<FakeCount, 'prompt' | 'cached'>,
    response: ServerResponse,
  ) => {
    const has: FakeAnswer['has'] = (quirk) => step.quirks?.includes(quirk) === true
    const calls = (step.calls ?? []).map(({ name, input = {} }): FakeCall => {
      made += 1
      return {
        id: has('same_ids') ? 'call_0' : `call_fake${made}`,
        name,
        arguments: typeof input === 'string' ? input : JSON.stringify(input),
      }
    })
    const signature = randomBytes(24).toString('base64url')
    signatures.add(signature)
    if (step.reasoning !== undefined) for (const { id } of calls) signatureOf.set(id, signature)
    const said = `${step.text ?? ''}${calls.map((call) => `${call.name}${call.arguments}`).join('')}`
    const count: FakeCount = {
      ...size,
      output: Math.ceil(said.length / 4),
      reasoning: Math.ceil((step.reasoning ?? '').length / 4),
    }
    counted = {
      prompt: counted.prompt + count.prompt,
      cached: counted.cached + count.cached,
      output: counted.output + count.output,
      reasoning: counted.reasoning + count.reasoning,
    }
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    if (has('overloaded_in_stream')) return void response.end(format.errorEvent(false))
    const events = format.events({ step, calls, count, signature, has })
    const isBare = has('bare_error_in_stream')
    const breaks = isBare || has('error_in_stream') || has('cut_stream') || has('stall')
    const sent = breaks ? events.slice(0, Math.max(1, Math.floor(events.length / 2))) : events
    await write(response, sent, has('single_bytes'))
    if (has('stall')) return
    if (has('cut_stream')) return void response.destroy()
    response.end(isBare || has('error_in_stream') ? format.errorEvent(isBare) : '')
  }

  const listen = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await readAll(request)
    const path = new URL(request.url ?? '', 'http://fake').pathname
    const vectors = fakeVectors(path, text)
    if (vectors !== undefined) return fail(response, { status: 200, body: vectors })
    const format = formats.find((known) => known.path.test(path))
    if (format === undefined)
      return fail(response, { status: 404, body: { error: { message: `There is no ${path}.` } } })
    const [header, value] = format.authorization(key)
    if (request.headers[header] !== value) return fail(response, format.fault('unauthorized', ''))
    await answer(format, text, response)
  }
  const server = await serveHttp((request, response) => {
    listen(request, response).catch((error: unknown) => {
      problems.push(String(error))
      response.destroy()
    })
  })
  return {
    port: server.port,
    key,
    requests,
    problems,
    get counted() {
      return counted
    },
    url: (family) => `${server.url}${family === 'gemini' ? '/v1beta' : '/v1'}`,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function fail(response: ServerResponse, { status, headers = {}, body }: ReturnType<FakeFormat['fault']>): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(text)
}

/** Writes each event for itself, or each byte. */
async function write(response: ServerResponse, events: readonly string[], bytewise: boolean): Promise<void> {
  for (const event of events) {
    const bytes = Buffer.from(event)
    const parts = bytewise ? Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)) : [bytes]
    for (const part of parts) {
      if (response.destroyed) return
      response.write(part)
      await nextTurn()
    }
  }
}

function sharedLength(left: string, right: string): number {
  const most = Math.min(left.length, right.length)
  let at = 0
  while (at < most && left.charCodeAt(at) === right.charCodeAt(at)) at += 1
  return at
}
