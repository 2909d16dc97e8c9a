import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ModelsSection } from '../models-section.ts'
import { planModels } from './plan-models.ts'
import { providerClient } from './provider-client.ts'

const secret = () => randomBytes(12).toString('hex')

describe('two variables are enough', () => {
  test('for the services that are known', () => {
    const key = secret()
    const plans = planModels(undefined, { DRAWBRIDGE_MODEL: 'anthropic/claude-sonnet-4-5', ANTHROPIC_API_KEY: key })
    expect([plans.default, plans.small]).toEqual(['anthropic/claude-sonnet-4-5', 'anthropic/claude-sonnet-4-5'])
    expect(plans.plan('anthropic/claude-sonnet-4-5')).toMatchObject({
      name: 'claude-sonnet-4-5',
      family: 'anthropic',
      provider: { url: 'https://api.anthropic.com/v1', own: true, key, keyFrom: 'ANTHROPIC_API_KEY' },
    })
  })

  test('for any server, whatever its models are called', () => {
    const key = secret()
    const environment = {
      DRAWBRIDGE_MODEL: 'meta/llama',
      DRAWBRIDGE_MODEL_URL: 'http://127.0.0.1:1234/v1/',
      DRAWBRIDGE_MODEL_KEY: key,
    }
    const { default: id = '', plan } = planModels({ default: 'openai/gpt-5' }, environment)
    expect(plan(id)).toMatchObject({
      id: 'endpoint/meta/llama',
      name: 'meta/llama',
      family: 'openai-chat',
      timeouts: { idleMs: Number.POSITIVE_INFINITY },
      provider: { url: 'http://127.0.0.1:1234/v1', own: false, key, keyFrom: 'DRAWBRIDGE_MODEL_KEY' },
    })
  })

  test('and a variable that is empty is not set', () => {
    expect(planModels(undefined, { DRAWBRIDGE_MODEL: ' ' }).default).toBeUndefined()
  })
})

describe('a key', () => {
  test('of a variable goes to the service that it is named after, never to another address', () => {
    const environment = { OPENAI_API_KEY: secret() }
    const section: ModelsSection = { providers: { openai: { type: 'openai', url: 'https://models.example/v1' } } }
    expect(planModels(section, environment).plan('openai/gpt-5').provider.key).toBeUndefined()
    expect(planModels(undefined, environment).plan('openai/gpt-5').provider.key).toBe(environment.OPENAI_API_KEY)
  })

  test('of DRAWBRIDGE_MODEL_KEY is for the provider of DRAWBRIDGE_MODEL alone', () => {
    const [chosen, own] = [secret(), secret()]
    const environment = { DRAWBRIDGE_MODEL: 'google/gemini-3-pro', DRAWBRIDGE_MODEL_KEY: chosen, OPENAI_API_KEY: own }
    const { plan } = planModels(undefined, environment)
    expect([plan('google/gemini-3-pro').provider.key, plan('openai/gpt-5').provider.key]).toEqual([chosen, own])
  })

  test('is hidden before its provider is reached', async () => {
    const hidden: string[] = []
    const key = secret()
    const { provider } = planModels({ providers: { a: { type: 'anthropic', key } } }).plan('a/b')
    await providerClient({ hide: (value) => void hidden.push(value), client: async () => ({}) as never }, provider)
    expect(hidden).toEqual([key])
  })
})

test.each([
  ['http://127.0.0.1:11434/v1', '127.0.0.1', '127.0.0.1:11434'],
  ['https://llm.corp.internal/v1', 'llm.corp.internal', 'llm.corp.internal:443'],
  ['http://llm.corp.internal', 'llm.corp.internal', 'llm.corp.internal:80'],
])('the client of %s reaches %s alone', async (url, host, internal) => {
  const asked: unknown[] = []
  const client = async (...given: unknown[]) => {
    asked.push(given)
    return {} as never
  }
  const { provider } = planModels({ providers: { local: { type: 'openai-compatible', url } } }).plan('local/m')
  await providerClient({ hide: () => {}, client }, provider)
  expect(asked).toEqual([['models.local', { allowHosts: [host], internalHosts: [internal] }]])
})

test('the client of a known service reaches no internal address', async () => {
  const asked: unknown[] = []
  const { provider } = planModels().plan('openai/gpt-5')
  const client = async (...given: unknown[]) => {
    asked.push(given)
    return {} as never
  }
  await providerClient({ hide: () => {}, client }, provider)
  expect(asked).toEqual([['models.openai', { allowHosts: ['api.openai.com'] }]])
})

test('a model without a provider is refused with the way out', () => {
  expect(() => planModels().plan('gpt-5')).toThrow(/"gpt-5" names no configured provider.*anthropic/)
  expect(() => planModels().plan('constructor/x')).toThrow(/names no configured provider/)
})

test('what the configuration says of a model counts before what is known', () => {
  const models = { 'gpt-5': { context: 1000, price: { input: 1, output: 2 }, family: 'openai-chat' as const } }
  const plan = planModels({ providers: { openai: { type: 'openai', models } } }).plan('openai/gpt-5')
  expect(plan).toMatchObject({
    limits: { context: 1000, maxOutput: 128_000 },
    family: 'openai-chat',
    price: { input: 1 },
  })
})
