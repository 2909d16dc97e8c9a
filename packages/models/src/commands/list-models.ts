import type { RoomCommand } from '@drawbridge/room'
import { waysToName } from '../catalogue/no-model.ts'
import { planModels } from '../catalogue/plan-models.ts'
import type { ModelsSection } from '../models-section.ts'

/** `drawbridge models list` */
export const listModelsCommand: RoomCommand<ModelsSection> = {
  options: [{ flags: '--json', summary: 'write one JSON object' }],
  examples: [['The models that are configured', 'drawbridge models']],
  run: async ({ options, io, ground, section }) => {
    const plans = planModels(section, ground.environment)
    const models = plans.ids.map((id) => {
      const { provider, family, limits, price, dialect } = plans.plan(id)
      const uses = [
        ...(id === plans.default ? ['default'] : []),
        ...(id === plans.small ? ['small'] : []),
        ...(id === plans.embedding ? ['embedding'] : []),
        ...(plans.fallbacks.includes(id) ? ['fallback'] : []),
      ]
      return {
        id,
        uses,
        family,
        url: provider.url || provider.script,
        key: provider.keyFrom,
        ...limits,
        price,
        dialect,
      }
    })
    if (options.json === true) {
      await io.output.write(`${JSON.stringify({ models })}\n`)
      return 0
    }
    if (models.length === 0) {
      await io.output.write(`No model is configured. ${waysToName}\n`)
      return 0
    }
    const width = Math.max(...models.map(({ id }) => id.length))
    for (const { id, uses, family, context, maxOutput, key, url } of models) {
      const told = [
        ...(uses.length > 0 ? [uses.join(' and ')] : []),
        `${family} at ${url}`,
        `window ${context.toLocaleString('en')}, answer ${maxOutput.toLocaleString('en')} tokens`,
        key === undefined ? 'no key' : `key from ${key}`,
      ]
      await io.output.write(`${id.padEnd(width)}  ${told.join('; ')}\n`)
    }
    return 0
  },
}
