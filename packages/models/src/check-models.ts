import { errorMessage } from '@drawbridge/core'
import type { Finding, HouseGround } from '@drawbridge/room'
import { waysToName } from './catalogue/no-model.ts'
import { planModels } from './catalogue/plan-models.ts'
import type { ModelsSection } from './models-section.ts'

/** Says which model agents use, and whether its provider and key are there. Makes no request. */
export function checkModels({ environment }: HouseGround, section: ModelsSection | undefined): Finding {
  const plans = planModels(section, environment)
  if (plans.default === undefined) {
    return {
      status: 'ok',
      message: 'No model is configured. Tools work without one; agents need one.',
      advice: waysToName,
    }
  }
  const problems = plans.ids.flatMap((id) => {
    try {
      const { provider } = plans.plan(id)
      return provider.own && provider.key === undefined ? [`The model "${id}" has no key.`] : []
    } catch (error) {
      return [errorMessage(error)]
    }
  })
  if (problems.length === 0) {
    return { status: 'ok', message: `Agents use ${plans.default}. \`drawbridge models test\` tries it.` }
  }
  return {
    status: 'warn',
    message: problems.join(' '),
    advice: `Set the key as "models.providers.*.key": "\${secret:NAME}", or the provider's own variable.`,
  }
}
