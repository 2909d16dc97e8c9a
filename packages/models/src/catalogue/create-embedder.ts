import { DrawbridgeError } from '@drawbridge/core'
import { type Embedder, ModelError } from '@drawbridge/core/model'
import { classifyFault } from '../wire/classify-fault.ts'
import { pause } from '../wire/pause.ts'
import { fieldsOf, listOf } from '../wire/read-json.ts'
import { waitBefore } from '../wire/retry-rules.ts'
import type { CatalogueHouse } from './create-model-catalogue.ts'
import type { ModelPlan, ModelPlans } from './plan-models.ts'
import { providerClient } from './provider-client.ts'

/** The most texts of one request. Every provider takes as many. */
const batch = 100

/** Creates the embedder for the model `models.embedding`, of OpenAI, a server that copies it, or Google. */
export function createEmbedder(plans: ModelPlans, house: CatalogueHouse): Embedder {
  return {
    model: plans.embedding,
    embed: async (texts, signal) => {
      if (plans.embedding === undefined) {
        throw new DrawbridgeError(
          'invalid_configuration',
          'No embedding model is configured. Set "models.embedding" in drawbridge.jsonc.',
        )
      }
      const plan = plans.plan(plans.embedding)
      const vectors: Float32Array[] = []
      for (let start = 0; start < texts.length; start += batch) {
        vectors.push(...(await embedBatch(plan, texts.slice(start, start + batch), signal)))
      }
      return { vectors, model: plan.id, dimensions: vectors[0]?.length ?? 0 }
    },
  }

  async function embedBatch(plan: ModelPlan, texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await requestVectors(plan, texts, signal)
      } catch (error) {
        if (!ModelError.isInstance(error)) throw error
        const waitMs = waitBefore(error, attempt, plans.retries, Math.random)
        if (waitMs === undefined) throw error
        await pause(house.clock, waitMs, signal)
      }
    }
  }

  async function requestVectors(
    plan: ModelPlan,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Float32Array[]> {
    const { provider, timeouts } = plan
    const { path, body, headers } = lower(plan, texts)
    const client = await providerClient(house, provider)
    const outcome = await client.request({
      url: `${provider.url}${path}`,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers, ...provider.headers },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal,
      limits: {
        connectMs: timeouts.connectMs,
        headersMs: timeouts.firstMs,
        totalMs: timeouts.totalMs,
        maxBodyBytes: 64 * 1024 * 1024,
      },
    })
    if (outcome.type === 'error') {
      const { error } = outcome
      const code = error.code === 'aborted' ? 'aborted' : error.code === 'timeout' ? 'timeout' : 'network'
      throw new ModelError(code, error.message, { retryable: error.retryable, model: plan.id }, { cause: error })
    }
    const { status, headers: answered, body: bytes } = outcome.response
    const text = Buffer.from(bytes).toString()
    const value = jsonOf(text)
    if (status !== 200) throw classifyFault({ status, headers: answered, text, body: value, now: house.clock.now() })
    const vectors = vectorsIn(value)
    if (vectors.length === texts.length) return vectors.map(normalised)
    throw new ModelError('bad_request', `The provider returned ${vectors.length} vectors for ${texts.length} texts.`, {
      model: plan.id,
    })
  }
}

interface EmbeddingRequest {
  readonly path: string
  readonly body: object
  readonly headers: Readonly<Record<string, string>>
}

function lower({ provider, name }: ModelPlan, texts: readonly string[]): EmbeddingRequest {
  const { type, key } = provider
  switch (type) {
    case 'openai':
    case 'openai-compatible':
      return {
        path: '/embeddings',
        body: { model: name, input: texts, encoding_format: 'float' },
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      }
    case 'google':
      return {
        path: `/models/${encodeURIComponent(name)}:batchEmbedContents`,
        body: { requests: texts.map((text) => ({ model: `models/${name}`, content: { parts: [{ text }] } })) },
        headers: key === undefined ? {} : { 'x-goog-api-key': key },
      }
    case 'anthropic':
    case 'scripted':
      throw new DrawbridgeError(
        'invalid_configuration',
        `Providers of the type "${type}" have no embedding models. Use another one for "models.embedding".`,
      )
    default:
      return type satisfies never
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Vectors in the order of their texts: OpenAI numbers them, Google does not. */
function vectorsIn(value: unknown): readonly (readonly unknown[])[] {
  const { data, embeddings } = fieldsOf(value)
  if (Array.isArray(embeddings)) return embeddings.map((entry) => listOf(fieldsOf(entry).values))
  const numbered = listOf(data).map((entry, place) => ({
    place: Number(fieldsOf(entry).index ?? place),
    vector: listOf(fieldsOf(entry).embedding),
  }))
  return numbered.sort((left, right) => left.place - right.place).map(({ vector }) => vector)
}

function normalised(values: readonly unknown[]): Float32Array {
  const vector = Float32Array.from(values, Number)
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}
