import { defined } from '@drawbridge/core/base'
import { type ModelAnswer, type ModelCaller, type ModelCatalogue, ModelError } from '@drawbridge/core/model'
import type { ModelPlans } from './plan-models.ts'

/** Creates the caller for small tasks. */
export function createModelCaller(
  plans: Pick<ModelPlans, 'default' | 'small'>,
  catalogue: ModelCatalogue,
): ModelCaller {
  return {
    isAvailable: plans.small !== undefined,
    call: async ({ system, prompt, maxOutput, model = 'small' }, signal) => {
      const chosen = await catalogue.get(model)
      const request = {
        ...(system === undefined ? {} : { system: [{ text: system }] }),
        messages: [{ role: 'user' as const, blocks: [{ type: 'text' as const, text: prompt }] }],
        maxOutput: Math.min(maxOutput, chosen.limits.maxOutput),
      }
      let answer: ModelAnswer | undefined
      for await (const event of chosen.stream(request, signal)) if (event.type === 'answered') answer = event.answer
      if (answer === undefined) throw new ModelError('cut', 'The model did not answer.', { model: chosen.id })
      const { stop, raw, usage, cost } = answer
      const details = { model: answer.model, usage, retryable: false }
      if (stop === 'refused') throw new ModelError('refused', `The provider refused the task (${raw}).`, details)
      if (stop !== 'stop') {
        throw new ModelError(
          'cut',
          `The answer ended with "${raw}" after ${usage.output} tokens; ${maxOutput} were allowed.`,
          details,
        )
      }
      const text = answer.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
      return { text, model: answer.model, usage, ...defined({ cost }) }
    },
  }
}
