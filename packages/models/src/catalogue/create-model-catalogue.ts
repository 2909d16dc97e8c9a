import { DrawbridgeError } from '@drawbridge/core'
import type { Clock, IdSource } from '@drawbridge/core/base'
import type { Model, ModelCatalogue, ModelFamily } from '@drawbridge/core/model'
import type { House } from '@drawbridge/room'
import { anthropicFamily } from '../family/anthropic/anthropic-family.ts'
import { geminiFamily } from '../family/gemini/gemini-family.ts'
import { chatFamily } from '../family/openai-chat/chat-family.ts'
import { responsesFamily } from '../family/openai-responses/responses-family.ts'
import { createScriptModel, type ScriptModel } from '../scripted/create-script-model.ts'
import { readScript } from '../scripted/script-file.ts'
import { createWireModel } from '../wire/create-wire-model.ts'
import type { WireFamily } from '../wire/wire-family.ts'
import { noModel } from './no-model.ts'
import type { ModelPlan, ModelPlans } from './plan-models.ts'
import { providerClient } from './provider-client.ts'
import { withFallbacks } from './with-fallbacks.ts'

const wires: Readonly<Record<Exclude<ModelFamily, 'scripted'>, WireFamily>> = {
  'openai-chat': chatFamily,
  'openai-responses': responsesFamily,
  anthropic: anthropicFamily,
  gemini: geminiFamily,
}

/** The parts of a house that models need. */
export interface CatalogueHouse extends Pick<House, 'client' | 'hide' | 'readText'> {
  readonly clock: Clock
  readonly ids: IdSource
}

/**
 * Creates the catalogue. Each model is made at its first use, and kept: a script goes on where it was. Disposing of it throws
 * `unconsumed_steps` if turns of a script are left.
 */
export function createModelCatalogue(plans: ModelPlans, house: CatalogueHouse): ModelCatalogue & AsyncDisposable {
  const models = new Map<string, Promise<Model>>()
  const scripts: ScriptModel[] = []
  const obtain = (id: string): Promise<Model> => {
    const made = models.get(id) ?? make(plans.plan(id))
    models.set(id, made)
    return made
  }
  const catalogue: ModelCatalogue = {
    list: () => plans.ids,
    default: async () => {
      if (plans.default === undefined) throw noModel()
      const others = plans.fallbacks.filter((id) => id !== plans.default)
      return withFallbacks(await obtain(plans.default), await Promise.all(others.map(obtain)))
    },
    small: async () => {
      if (plans.small === undefined || plans.small === plans.default) return await catalogue.default()
      return await obtain(plans.small)
    },
    get: async (id) => {
      if (id === 'default') return await catalogue.default()
      if (id === 'small') return await catalogue.small()
      return await obtain(id)
    },
  }
  return {
    ...catalogue,
    [Symbol.asyncDispose]: async () => {
      for (const script of scripts) script.done()
    },
  }

  async function make(plan: ModelPlan): Promise<Model> {
    const { id, family, provider, limits, price, dialect } = plan
    if (family === 'scripted') {
      const { script = '' } = provider
      const model = createScriptModel(readScript(script, await house.readText(script)), {
        id,
        limits,
        price,
        dialect,
      })
      scripts.push(model)
      return model
    }
    if (provider.type === 'scripted') {
      throw new DrawbridgeError('invalid_configuration', `The model "${id}" is scripted, so it has no wire format.`)
    }
    return createWireModel({
      ...plan,
      wire: wires[family],
      family,
      own: provider.own,
      url: provider.url,
      key: provider.key,
      headers: provider.headers,
      retries: plans.retries,
      client: () => providerClient(house, provider),
      clock: house.clock,
      ids: house.ids,
      random: Math.random,
    })
  }
}
