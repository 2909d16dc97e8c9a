import { fail, toolOutput } from '@drawbridge/core'
import type { ChildCaller } from '@drawbridge/core/agent'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { z } from 'zod'
import type { DelegationKeeper } from '../run/create-delegations.ts'
import { evaluateLoop } from '../run/evaluate-loop.ts'
import { reportText } from './render-delegation.ts'

const agent = z.string().trim().min(1).max(200)
const text = z.string().trim().min(1).max(100_000)

const input = z.strictObject({
  generator: agent.describe('The id of the agent that does the work.'),
  evaluator: agent.describe('The id of another agent, which judges it.'),
  task: text.describe('The whole task of the generator.'),
  pass_criteria: text.describe('What the work has to hold, for the evaluator.'),
  max_rounds: z.int().min(1).max(5).default(3),
})

type Call = ChildCaller & { readonly toolCallId: string; readonly signal: AbortSignal }

/** `agent.evaluate_loop`: lets one agent work and another one judge, until the work is approved or the rounds end. */
export function evaluateTool(delegations: () => Promise<DelegationKeeper>): ToolBody {
  return defineToolBody({
    input,
    sinks: [],
    timeoutMs: 3_600_000,
    check: ({ generator, evaluator }) =>
      generator === evaluator
        ? 'Nobody judges its own work: `generator` and `evaluator` must be two agents.'
        : undefined,
    targets: ({ generator, evaluator }) => [generator, evaluator].map((id) => ({ kind: 'agent', id }) as const),
    execute: async (given, { principal, workspace, toolCallId, signal }) => {
      const keeper = await delegations()
      const { generator, evaluator, task, pass_criteria: criteria, max_rounds: maxRounds } = given
      for (const each of [generator, evaluator]) {
        const objection = await keeper.objectionTo(principal, each)
        if (objection !== undefined) fail('denied_by_policy', objection)
      }
      const call = { principal, workspace, toolCallId, signal }
      const outcome = await evaluateLoop(
        { task, criteria, maxRounds },
        {
          generate: (prompt, round) => workOf(keeper, call, { agent: generator, task: prompt, round }),
          evaluate: (prompt, round) => workOf(keeper, call, { agent: evaluator, task: prompt, round }),
        },
      )
      const { approved, rounds, feedback, output } = outcome
      const head = approved
        ? `Approved by "${evaluator}" in round ${rounds} of ${maxRounds}.`
        : `NOT APPROVED by "${evaluator}" after ${rounds} rounds. Its last feedback: ${feedback}`
      return toolOutput({
        content: [reportText(`${head}\nThe last work of "${generator}":\n${output}`, 'agent.evaluate_loop')],
        data: { ...outcome },
      })
    },
  })
}

/** The loop judges the work, so that no gate does. */
async function workOf(
  keeper: DelegationKeeper,
  { signal, ...caller }: Call,
  { agent: id, task, round }: { readonly agent: string; readonly task: string; readonly round: number },
): Promise<string> {
  const begun = await keeper.delegate(caller, { agent: id, task, label: `round ${round}`, skipGates: true })
  if ('refused' in begun) return fail('denied_by_policy', `Round ${round}: ${begun.refused}`)
  const ended = await keeper.wait(begun.id, { signal, toldBy: caller.toolCallId })
  if (signal.aborted) await keeper.cancel(begun.id, 'The loop was stopped.')
  signal.throwIfAborted()
  if (ended.state === 'completed') return ended.text
  return fail('invalid_target', `Round ${round}: the agent "${id}" ${ended.state}: ${ended.message ?? 'no reason'}`)
}
