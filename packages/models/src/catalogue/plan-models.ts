import { DrawbridgeError } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { Model, ModelFamily, ModelLimits, ModelPrice } from '@drawbridge/core/model'
import type { ModelsSection, ProviderDefinition, ProviderType } from '../models-section.ts'
import type { RetryRules } from '../wire/retry-rules.ts'
import type { ModelTimeouts } from '../wire/stream-attempt.ts'
import { knownLimits } from './known-limits.ts'

/** The environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A provider with everything that its requests need. */
export interface ProviderPlan {
  readonly name: string
  readonly type: ProviderType
  /** Without a slash at its end. Empty for a script. */
  readonly url: string
  /** True if the address is that of the provider's own service. */
  readonly own: boolean
  readonly key: string | undefined
  /** The place of the key, in words: a variable or the configuration. Undefined if there is none. */
  readonly keyFrom: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** The file of a scripted provider. */
  readonly script: string | undefined
}

/** One model with its provider. */
export interface ModelPlan {
  /** Provider and name. */
  readonly id: string
  readonly name: string
  readonly provider: ProviderPlan
  readonly family: ModelFamily
  readonly limits: ModelLimits
  readonly price: ModelPrice | undefined
  readonly dialect: Model['dialect'] | undefined
  readonly timeouts: ModelTimeouts
}

/** The models of a section and an environment. */
export interface ModelPlans {
  readonly default: string | undefined
  readonly small: string | undefined
  readonly embedding: string | undefined
  readonly fallbacks: readonly string[]
  readonly retries: RetryRules
  /** The ids of all models that are named. */
  readonly ids: readonly string[]
  /** @throws DrawbridgeError `invalid_configuration` for a model whose provider is not configured. */
  plan(id: string): ModelPlan
}

/** The name of the provider that `DRAWBRIDGE_MODEL_URL` makes. */
const endpoint = 'endpoint'

interface Service {
  readonly url: string
  readonly variables: readonly string[]
  readonly family: ModelFamily
}

/** The services that need no configuration but a key. */
const services: Readonly<Record<Exclude<ProviderType, 'scripted' | 'openai-compatible'>, Service>> = {
  openai: { url: 'https://api.openai.com/v1', variables: ['OPENAI_API_KEY'], family: 'openai-responses' },
  anthropic: { url: 'https://api.anthropic.com/v1', variables: ['ANTHROPIC_API_KEY'], family: 'anthropic' },
  google: {
    url: 'https://generativelanguage.googleapis.com/v1beta',
    variables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    family: 'gemini',
  },
}

/** Plans the models of a section; the environment comes first for the default model. */
export function planModels(section: ModelsSection = {}, environment: Environment = {}): ModelPlans {
  const address = given(environment.DRAWBRIDGE_MODEL_URL)
  const named = given(environment.DRAWBRIDGE_MODEL)
  const asked = named === undefined || address === undefined ? named : `${endpoint}/${named}`
  const defaultId = asked ?? section.default
  const providers: Readonly<Record<string, ProviderDefinition>> = {
    openai: { type: 'openai' },
    anthropic: { type: 'anthropic' },
    google: { type: 'google' },
    ...section.providers,
    ...(address === undefined ? {} : { [endpoint]: { type: 'openai-compatible', url: address } }),
  }
  const ids = [
    ...[defaultId, section.small, section.embedding].filter((id) => id !== undefined),
    ...(section.fallbacks ?? []),
    ...Object.entries(section.providers ?? {}).flatMap(([provider, { models = {} }]) =>
      Object.keys(models).map((name) => `${provider}/${name}`),
    ),
  ]
  return {
    default: defaultId,
    small: section.small ?? defaultId,
    embedding: section.embedding,
    fallbacks: section.fallbacks ?? [],
    retries: { most: section.retries?.most ?? 4, longestWaitMs: section.retries?.longestWaitMs ?? 300_000 },
    ids: [...new Set(ids)],
    plan: (id) => {
      const slash = id.indexOf('/')
      const provider = slash > 0 ? id.slice(0, slash) : undefined
      const definition = provider !== undefined && Object.hasOwn(providers, provider) ? providers[provider] : undefined
      const name = id.slice(slash + 1)
      if (provider === undefined || definition === undefined || name === '')
        throw unknownProvider(id, Object.keys(providers))
      const chosen = asked?.startsWith(`${provider}/`) === true ? given(environment.DRAWBRIDGE_MODEL_KEY) : undefined
      return planOne({ id, provider, name, definition, chosen }, section, environment)
    },
  }
}

interface NamedModel {
  readonly id: string
  readonly provider: string
  readonly name: string
  readonly definition: ProviderDefinition
  /** The key of `DRAWBRIDGE_MODEL_KEY`, if it is for this provider. */
  readonly chosen: string | undefined
}

function planOne(model: NamedModel, { timeouts = {} }: ModelsSection, environment: Environment): ModelPlan {
  const { id, provider, name, definition, chosen } = model
  const { type, headers = {}, script, models = {} } = definition
  const service = type === 'scripted' || type === 'openai-compatible' ? undefined : services[type]
  const url = (definition.url ?? service?.url ?? '').replace(/\/+$/, '')
  const own = service !== undefined && (definition.url === undefined || url === service.url)
  // The key of a variable goes to the service that it is named after, never to an address of the configuration.
  const variable = own ? service.variables.find((key) => given(environment[key]) !== undefined) : undefined
  const keys: readonly (readonly [key: string | undefined, from: string | undefined])[] = [
    [chosen, 'DRAWBRIDGE_MODEL_KEY'],
    [definition.key, 'the configuration'],
    [variable === undefined ? undefined : given(environment[variable]), variable],
  ]
  const [key, keyFrom] = keys.find(([value]) => value !== undefined) ?? []
  const known = Object.hasOwn(models, name) ? models[name] : undefined
  const limits = knownLimits(name)
  const { connectMs = 20_000, firstMs = 120_000, totalMs = 3_600_000 } = timeouts
  return {
    id,
    name,
    provider: { name: provider, type, url, own, key, keyFrom, headers, script },
    family: known?.family ?? service?.family ?? (type === 'scripted' ? 'scripted' : 'openai-chat'),
    limits: { context: known?.context ?? limits.context, maxOutput: known?.maxOutput ?? limits.maxOutput },
    price: known?.price === undefined ? undefined : (defined(known.price) as ModelPrice),
    dialect: known?.dialect,
    timeouts: {
      connectMs,
      firstMs,
      totalMs,
      // A model of this machine may compute for long without a word.
      idleMs: timeouts.idleMs ?? (isOfThisMachine(url) ? Number.POSITIVE_INFINITY : 60_000),
    },
  }
}

function isOfThisMachine(url: string): boolean {
  return /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/i.test(url)
}

/** A variable that is set to nothing is not set. */
function given(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim()
}

function unknownProvider(id: string, providers: readonly string[]): DrawbridgeError {
  return new DrawbridgeError(
    'invalid_configuration',
    `The model ${JSON.stringify(id)} names no configured provider. Write "provider/name" with one of ${providers.join(', ')}, or add the provider to "models.providers".`,
  )
}
