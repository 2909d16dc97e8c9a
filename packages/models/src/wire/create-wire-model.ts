import type { Clock, IdSource } from '@drawbridge/core/base'
import { defined } from '@drawbridge/core/base'
import { lowerTool, type SchemaFamily } from '@drawbridge/core/lowering'
import {
  costOf,
  type Model,
  type ModelAnswer,
  ModelError,
  type ModelEvent,
  type ModelFamily,
  type ModelLimits,
  type ModelPrice,
  type ModelRequest,
  type ModelUsage,
  waitText,
} from '@drawbridge/core/model'
import type { GuardedClient } from '@drawbridge/net'
import { checkTranscript } from '../transcript/check-transcript.ts'
import { estimateTokens } from '../transcript/estimate-tokens.ts'
import { createCallIds } from '../transcript/valid-id.ts'
import { pause } from './pause.ts'
import { type RetryRules, smallerOutput, waitBefore } from './retry-rules.ts'
import { type ModelTimeouts, streamAttempt } from './stream-attempt.ts'
import type { WireAnswer, WireDelta, WireFamily } from './wire-family.ts'

/** A model that is reached over HTTP. */
export interface WireModelOptions {
  readonly id: string
  readonly family: Exclude<ModelFamily, 'scripted'>
  readonly wire: WireFamily
  /** The name that the provider knows it by. */
  readonly name: string
  /** True for the provider's own service. */
  readonly own: boolean
  /** The base of the paths of the family, without a slash at its end. */
  readonly url: string
  readonly key: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly limits: ModelLimits
  readonly price: ModelPrice | undefined
  readonly dialect: Model['dialect'] | undefined
  readonly timeouts: ModelTimeouts
  readonly retries: RetryRules
  client(): Promise<GuardedClient>
  readonly clock: Clock
  readonly ids: IdSource
  /** A number from 0 to below 1, to spread repeats. */
  random(): number
}

/** The longest stop reason that is kept, in characters. */
const longestReason = 200

const schemaFamilies: Readonly<Record<WireModelOptions['family'], SchemaFamily>> = {
  'openai-chat': 'openai',
  'openai-responses': 'openai',
  anthropic: 'anthropic',
  gemini: 'gemini',
}

/** Creates a model over its wire format: checked transcripts, repeats by the provider's hints, time limits, usage and cost. */
export function createWireModel(options: WireModelOptions): Model {
  const { id, family, limits, price, dialect, clock, retries, random } = options
  return {
    id,
    family,
    limits,
    ...defined({ price, dialect }),
    stream: async function* (given, signal) {
      const target = { model: id, family, ...limits }
      let { request, repairs } = checkTranscript(given, target)
      if (repairs.length > 0) yield { type: 'repaired', repairs }
      for (let attempt = 1; ; attempt += 1) {
        try {
          yield* tryOnce(request, signal)
          return
        } catch (error) {
          if (!ModelError.isInstance(error)) throw error
          const maxOutput = smallerOutput(error, request.maxOutput ?? limits.maxOutput)
          if (maxOutput !== undefined) {
            request = { ...request, maxOutput }
            yield { type: 'retrying', error, model: id, attempt, waitMs: 0 }
            continue
          }
          const waitMs = waitBefore(error, attempt, retries, random)
          if (waitMs === undefined) throw withWait(error, retries)
          yield { type: 'retrying', error, model: id, attempt, waitMs }
          await pause(clock, waitMs, signal)
        }
      }
    },
  }

  async function* tryOnce(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const { wire, url, key, name, own, timeouts } = options
    const { path, body } = wire.lower(request, { name, maxOutput: limits.maxOutput, own })
    const reader = wire.open(createCallIds(idsIn(request), () => options.ids.next('call')))
    let characters = 0
    try {
      const events = streamAttempt({
        client: await options.client(),
        url: `${url}${path}`,
        headers: { ...(key === undefined ? {} : wire.authorize(key)), ...options.headers },
        body: JSON.stringify(body),
        timeouts,
        clock,
        signal,
      })
      for await (const event of events) {
        for (const delta of reader.read(event)) {
          characters += lengthOf(delta)
          yield delta
        }
      }
      const answer = reader.answer()
      if (answer === undefined) throw new ModelError('cut', 'The stream ended before the answer did.')
      yield { type: 'answered', answer: finish(request, answer, characters) }
    } catch (error) {
      if (!ModelError.isInstance(error)) throw error
      const usage = reader.usage() ?? (characters > 0 ? estimate(request, characters) : undefined)
      throw new ModelError(
        error.code,
        key === undefined ? error.message : error.message.replaceAll(key, '[key]'),
        { ...error.details, retryable: error.retryable, model: id, ...defined({ usage }) },
        { cause: error },
      )
    }
  }

  function finish(request: ModelRequest, answer: WireAnswer, characters: number): ModelAnswer {
    const usage = answer.usage ?? estimate(request, characters)
    const isCut = answer.cut.length > 0 || isAtLongest(usage, answer.blocks, request.maxOutput ?? limits.maxOutput)
    return {
      model: id,
      blocks: answer.blocks.map((block) =>
        block.type === 'call' ? { ...block, input: readArguments(request, block.name, block.input) } : block,
      ),
      cut: answer.cut,
      usage,
      // Providers say that all is well although something is cut: completeness decides.
      stop: isCut && (answer.stop === 'stop' || answer.stop === 'calls') ? 'length' : answer.stop,
      raw: answer.raw.slice(0, longestReason),
      ...defined({ cost: price === undefined ? undefined : costOf(usage, price) }),
    }
  }

  /** Takes arguments back to the form of the tool's own schema, where the family's differs. */
  function readArguments(request: ModelRequest, tool: string, input: Readonly<Record<string, unknown>>) {
    const offered = request.tools?.find(({ name }) => name === tool)
    if (offered === undefined) return input
    const read = lowerTool(offered, schemaFamilies[family]).read(input)
    return typeof read === 'object' && read !== null ? (read as Readonly<Record<string, unknown>>) : input
  }
}

/**
 * Returns true if calls end where the answer had to end: further ones, or their arguments, may be missing. A provider that counts more
 * than was asked for does not hold the limit.
 */
function isAtLongest(
  { output, reasoning, estimated }: ModelUsage,
  blocks: ModelAnswer['blocks'],
  longest: number,
): boolean {
  if (estimated || !blocks.some(({ type }) => type === 'call')) return false
  return output === longest || output + reasoning === longest
}

/** Says how long the provider asks to wait, if that is why a request is not repeated. */
function withWait(error: ModelError, { longestWaitMs }: RetryRules): ModelError {
  const { retryAfterMs } = error.details
  if (!error.retryable || retryAfterMs === undefined || retryAfterMs <= longestWaitMs) return error
  const message = `${error.message} It asks to wait ${waitText(retryAfterMs)}, and "models.retries.longestWaitMs" allows ${waitText(longestWaitMs)}.`
  return new ModelError(error.code, message, { ...error.details, retryable: error.retryable }, { cause: error })
}

function idsIn({ messages }: ModelRequest): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const { role, blocks } of messages) {
    if (role !== 'assistant') continue
    for (const block of blocks) if (block.type === 'call') ids.add(block.id)
  }
  return ids
}

function lengthOf(delta: WireDelta): number {
  return delta.type === 'call' ? delta.name.length : delta.text.length
}

/** The usage where a provider does not say: four characters are a token. */
function estimate(request: ModelRequest, characters: number): ModelUsage {
  return {
    input: estimateTokens(request),
    cacheRead: 0,
    cacheWrite: 0,
    cacheWriteHour: 0,
    output: Math.ceil(characters / 4),
    reasoning: 0,
    estimated: true,
  }
}
