import { fail, toolOutput } from '@drawbridge/core'
import { type Child, type ChildCaller, codeOfRejection } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import type { SubagentsSection } from '../subagents-section.ts'
import { needChildAgents } from './need-own-child.ts'
import { factsOfChild, outputOfChildren } from './render-child.ts'
import { waitForChildren } from './wait-for-children.ts'

const oneLine = z.string().trim().min(1)

const input = z.strictObject({
  task: z
    .string()
    .trim()
    .min(1)
    .max(100_000)
    .describe(
      'The whole task, with all that the child must know: it sees nothing of this conversation. Say what it is to report.',
    ),
  label: oneLine.max(60).optional().describe('A few words for people. Default: the beginning of the task.'),
  definition: oneLine
    .max(100)
    .optional()
    .describe(
      'The id of an agent definition, as agent.list_definitions shows them: the child has its prompt, model and rules.',
    ),
  agent: oneLine.max(100).optional().describe('Another agent that does it as itself, like a delegation.'),
  allowed_tools: z
    .array(oneLine.max(200))
    .max(200)
    .optional()
    .describe('Only these tools, of those that you have. Default: yours, without those that children never have.'),
  model: oneLine.max(200).optional().describe('The id of a model, or default or small.'),
  isolation: z
    .enum(['none', 'worktree'])
    .default('none')
    .describe(
      'worktree: it works in a copy of the git repository of its own, and its work becomes a branch, so that several can change the same files. Default: in your folder.',
    ),
  include_changes: z
    .boolean()
    .default(true)
    .describe('With worktree: false to begin with the last commit, without what is not committed.'),
  wait: z.boolean().default(false).describe('True to wait for its end. Else you get a message when it ends.'),
  timeout_seconds: z.int().min(1).max(86_400).optional().describe('The longest time that the child may work.'),
})

/** `agent.spawn`: gives a task to a child. */
export function spawnTool(house: House, section: SubagentsSection | undefined): ToolBody {
  return defineToolBody({
    input,
    sinks: [],
    timeoutMs: 600_000,
    targets: ({ agent }) => (agent === undefined ? [] : [{ kind: 'agent', id: agent }]),
    effective: ({ isolation }) =>
      section?.askBeforeSpawn === true || isolation === 'worktree'
        ? undefined
        : { permission: 'readonly', risk: 'safe', why: 'the calls of the child are judged themselves' },
    execute: async ({ agent, ...wanted }, { principal, workspace, toolCallId, signal, timeoutMs, clock }) => {
      if (agent !== undefined) {
        return delegateTo(house, { ...wanted, agent }, { principal, workspace, toolCallId, signal })
      }
      const children = await needChildAgents(house)
      const child = await children.spawn(
        { principal, workspace, toolCallId },
        {
          task: wanted.task,
          ...defined({
            label: wanted.label,
            definition: wanted.definition,
            allowedTools: wanted.allowed_tools,
            model: wanted.model,
            isolation: wanted.isolation === 'none' ? undefined : wanted.isolation,
            includeChanges: wanted.include_changes ? undefined : false,
            timeoutMs: wanted.timeout_seconds === undefined ? undefined : wanted.timeout_seconds * 1_000,
          }),
        },
      )
      if (child.state === 'rejected') fail(codeOfRejection(child), child.message ?? 'The child was rejected.')
      if (!wanted.wait) return accepted(child)
      const [ended = child] = await waitForChildren(children, [child], { toolCallId, signal, timeoutMs, clock })
      if (signal.aborted) await children.cancel(child.id, 'The call that waited for it was aborted.')
      return outputOfChildren([ended], '')
    },
  })
}

type Wanted = Omit<z.output<typeof input>, 'agent'> & { readonly agent: string }
type Call = ChildCaller & { readonly toolCallId: string; readonly signal: AbortSignal }

/** A named agent works as itself, under the rules of delegations. */
async function delegateTo(house: House, wanted: Wanted, { signal, ...caller }: Call) {
  const own = (['definition', 'model', 'allowed_tools'] as const).find((field) => wanted[field] !== undefined)
  if (own !== undefined)
    fail(
      'validation_error',
      `The agent "${wanted.agent}" works as itself: \`${own}\` is for a child without \`agent\`.`,
    )
  const delegations = await house.service('delegations')
  if (delegations === undefined) return fail('tool_not_available', 'No room lets agents give each other work here.')
  const { agent, task, label, timeout_seconds: seconds } = wanted
  const timeoutMs = seconds === undefined ? undefined : seconds * 1_000
  const begun = await delegations.delegate(caller, { agent, task, ...defined({ label, timeoutMs }) })
  if ('refused' in begun) return fail('denied_by_policy', begun.refused)
  const children = await needChildAgents(house)
  const { id } = wanted.wait ? await delegations.wait(begun.id, { signal, toldBy: caller.toolCallId }) : begun
  if (wanted.wait && signal.aborted) await children.cancel(id, 'The call that waited for it was aborted.')
  const child = (await children.find(id)) ?? fail('internal_error', `The delegation ${id} has no child.`)
  return wanted.wait ? outputOfChildren([child], '') : accepted(child)
}

function accepted(child: Child) {
  const text = `The child ${JSON.stringify(child.label)} (${child.id}) ${child.state === 'pending' ? 'waits for a free place' : 'works'}. You will be told when it ends: go on with other work, or end your turn. Do not ask for its state again and again.`
  return toolOutput({ content: [{ type: 'text', text }], data: factsOfChild(child) })
}
