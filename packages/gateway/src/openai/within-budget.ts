import { objectionToBudget } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import type { Model, ModelRequest } from '@drawbridge/core/model'
import { refuse } from '../problem/problem.ts'

const charactersOfToken = 4
const million = 1_000_000

/**
 * Refuses a request that alone is above what a run of the agent may use or cost, and keeps the answer within the rest. A limit of costs
 * needs a model whose price is known. Pure.
 */
export function withinBudget(
  request: ModelRequest,
  { id, limits, price }: Pick<Model, 'id' | 'limits' | 'price'>,
  { maxTokens, maxCost }: { readonly maxTokens?: number | undefined; readonly maxCost?: number | undefined } = {},
): ModelRequest {
  const objection = objectionToBudget(defined({ maxCost }), { id, price })
  if (objection !== undefined) refuse('invalid', objection)
  const hasCost = maxCost !== undefined && price !== undefined
  if (maxTokens === undefined && !hasCost) return request
  const { messages, tools } = request
  const prompt = Math.ceil(JSON.stringify([messages, tools]).length / charactersOfToken)
  const left = maxTokens === undefined ? Number.POSITIVE_INFINITY : maxTokens - prompt
  if (left < 1)
    refuse('invalid', `The request alone is above the ${maxTokens} tokens that a run of this agent may use.`)
  const payable = hasCost ? Math.floor((maxCost * million - prompt * price.input) / price.output) : left
  // A model without a price for its answers: 0 / 0 for a request that costs exactly what it may.
  if (!(payable >= 1))
    refuse('invalid', `The request alone costs more than the $${maxCost} that a run of this agent may.`)
  return { ...request, maxOutput: Math.min(left, payable, limits.maxOutput) }
}
