import type { ToolContext } from '@drawbridge/core'
import type { ModelCaller } from '@drawbridge/core/model'
import { questionLimits } from '@drawbridge/core/question'
import { type Client, type CreateMessageResult, ProtocolError } from '@modelcontextprotocol/client'
import { shorten } from '../elicitation/read-field.ts'
import { errorMessageOf } from '../server/error-words.ts'
import { readSample, type Sample } from './read-sample.ts'
import type { SamplingRate } from './sampling-rate.ts'

/** The most requests to a model for one call of a caller. */
const mostInCall = 5
/** The code that the protocol gives to a request which the person refused. */
const refusedByPerson = -1

/** The limits of what one server may ask of a model. */
export interface SamplingOptions {
  readonly server: string
  /** The longest answer, in tokens, whatever the server wants. */
  readonly maxTokens: number
  readonly rate: SamplingRate
  /** The calls that the connection is carrying out. */
  readonly running: ReadonlySet<ToolContext>
  /** Returns the caller of the configured models; undefined if there is none. */
  caller(): Promise<ModelCaller | undefined>
  /** Takes secrets out of a text. */
  scrub(text: string): string
}

interface CallState {
  count: number
  isOpen: boolean
}

/**
 * Lets a server ask a model, within a call of one caller and one request at a time. The person behind the call sees what is asked and
 * decides each time; nobody to ask means no. The model gets no tools, so that it can do nothing on behalf of the server.
 */
export function answerSampling(client: Client, options: SamplingOptions): void {
  const states = new WeakMap<ToolContext, CallState>()
  client.setRequestHandler('sampling/createMessage', async ({ params }): Promise<CreateMessageResult> => {
    const [context, ...others] = options.running
    if (context === undefined || others.length > 0) throw refusal('it belongs to no single call')
    const state = states.get(context) ?? { count: 0, isOpen: false }
    states.set(context, state)
    const sample = readSample(params)
    const objection = typeof sample === 'string' ? sample : objectionTo(state, options)
    if (typeof sample === 'string' || objection !== undefined) {
      const why = objection ?? 'it cannot be read'
      context.progress({
        message: `The request of the MCP server "${options.server}" for words of a model was refused: ${why}.`,
      })
      throw refusal(why)
    }
    state.isOpen = true
    try {
      return await answer(sample, context, options)
    } finally {
      state.isOpen = false
    }
  })
}

/** Returns why a request is one too many. */
function objectionTo(state: CallState, { rate }: SamplingOptions): string | undefined {
  if (state.isOpen) return 'another one of the same call is not answered yet'
  if (state.count >= mostInCall) return 'it asks too often in one call'
  state.count += 1
  return rate.take() ? undefined : 'it asks too often in one minute'
}

async function answer(sample: Sample, context: ToolContext, options: SamplingOptions): Promise<CreateMessageResult> {
  const { server, scrub } = options
  const caller = await options.caller()
  if (caller?.isAvailable !== true) throw refusal('no model is configured')
  const maxOutput = Math.min(sample.maxTokens, options.maxTokens)
  const asked = await context.ask([
    { kind: 'yes_no', header: 'MCP server', question: questionAbout(server, sample, maxOutput) },
  ])
  if (asked.status !== 'answered' || asked.answers[0]?.chosen[0] !== 'yes') {
    throw new ProtocolError(refusedByPerson, 'The request was refused: nobody agreed to it.')
  }
  const { system, prompt } = sample
  const task = {
    purpose: 'mcp.sampling',
    ...(system === undefined ? {} : { system: scrub(system) }),
    prompt: scrub(prompt),
    maxOutput,
  }
  const result = await caller.call(task, context.signal).catch((error: unknown) => {
    // The words of a provider, which may name an account, are for the caller and not for the server.
    context.progress({ message: `No model answered the MCP server "${server}": ${errorMessageOf(error)}` })
    throw refusal('the model did not answer')
  })
  context.progress({
    message: `A model answered the MCP server "${server}" with ${result.usage.output} of at most ${maxOutput} tokens.`,
  })
  return {
    role: 'assistant',
    content: { type: 'text', text: scrub(result.text) },
    model: result.model,
    stopReason: 'endTurn',
  }
}

/** The whole request if it fits; else its beginning, its end, and what is left out. */
function questionAbout(server: string, { system, prompt }: Sample, maxOutput: number): string {
  const intro = `The MCP server "${server}" wants a model to answer this, with at most ${maxOutput} tokens, and gets the answer. Let it?`
  const all = system === undefined ? prompt : `${system}\n\n${prompt}`
  const room = questionLimits.question - intro.length - 100
  const half = Math.floor(room / 2)
  const shown =
    all.length <= room
      ? shorten(all, room)
      : `${shorten(all.slice(0, half), half)}\n(${all.length - 2 * half} characters are not shown)\n${shorten(all.slice(-half), half)}`
  return `${intro}\n${shown}`
}

function refusal(why: string): ProtocolError {
  return new ProtocolError(-32_600, `The request was refused: ${why}.`)
}
