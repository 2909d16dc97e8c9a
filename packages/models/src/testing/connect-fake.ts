import { createSystemIdSource, systemClock } from '@drawbridge/core/base'
import type { Model, ModelLimits, ModelPrice } from '@drawbridge/core/model'
import { createGuardedClient, createHostPolicy } from '@drawbridge/net'
import { createModelCatalogue } from '../catalogue/create-model-catalogue.ts'
import { planModels } from '../catalogue/plan-models.ts'
import type { ModelsSection } from '../models-section.ts'
import type { FakeModels } from './fake-models.ts'
import type { FakeFamily } from './fake-step.ts'

/** The wire formats of the fake service, with the type of provider that speaks each. */
export const fakeFamilies: Readonly<Record<FakeFamily, 'openai' | 'openai-compatible' | 'anthropic' | 'google'>> = {
  'openai-chat': 'openai-compatible',
  'openai-responses': 'openai',
  anthropic: 'anthropic',
  gemini: 'google',
}

/** The settings of a model at a fake service. */
export interface ConnectFakeOptions extends Pick<ModelsSection, 'timeouts' | 'retries'> {
  /** Default `model-1`. */
  readonly name?: string
  readonly limits?: ModelLimits
  readonly price?: ModelPrice
}

/** Returns a model that reaches a fake service through the real client. */
export function connectFake(
  fake: Pick<FakeModels, 'url' | 'key'>,
  family: FakeFamily,
  options: ConnectFakeOptions = {},
): Promise<Model> {
  const { name = 'model-1', limits, price, timeouts, retries } = options
  const section: ModelsSection = {
    timeouts,
    retries,
    providers: {
      fake: {
        type: fakeFamilies[family],
        url: fake.url(family),
        key: fake.key,
        models: { [name]: { ...limits, ...(price === undefined ? {} : { price }) } },
      },
    },
  }
  const catalogue = createModelCatalogue(planModels(section), {
    clock: systemClock,
    ids: createSystemIdSource(),
    hide: () => {},
    readText: () => Promise.reject(new Error('A fake service has no files.')),
    client: async (_, hosts) => createGuardedClient({ policy: createHostPolicy(hosts) }),
  })
  return catalogue.get(`fake/${name}`)
}
