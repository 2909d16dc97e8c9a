import { isJsonObject } from '@drawbridge/core/base'
import { agentProfiles } from './agent-profiles.ts'
import type { Configuration } from './configuration.ts'

/**
 * Returns the limits of agents in US dollars that cannot be held, since the price of the model is not known, each with the reason. Their
 * runs are refused. Pure.
 */
export function unheldCosts({
  layers,
  rooms,
}: Pick<Configuration, 'layers' | 'rooms'>): readonly { readonly key: string; readonly reason: string }[] {
  const models = rooms.get('models')
  return Object.entries(agentProfiles(layers)).flatMap(([agent, { limits, model = 'default' }]) => {
    const id = namedModel(models, model)
    if (limits?.maxCost === undefined || priceOf(models, id) !== undefined) return []
    const named = id === undefined ? `the model "${model}"` : `"${id}"`
    const reason = `cannot be held, so its runs are refused: the price of ${named} is not known. Set "price" of the model in "models.providers", or use maxTokens.`
    return [{ key: `agents.${agent}.limits.maxCost`, reason }]
  })
}

function namedModel(models: unknown, name: string): string | undefined {
  if (name !== 'default' && name !== 'small') return name
  const id = field(models, name) ?? field(models, 'default')
  return typeof id === 'string' ? id : undefined
}

function priceOf(models: unknown, id = ''): unknown {
  const slash = id.indexOf('/')
  return ['providers', id.slice(0, slash), 'models', id.slice(slash + 1), 'price'].reduce<unknown>(field, models)
}

function field(value: unknown, name: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
