import { z } from 'zod'
import { dialectNames } from '../../dialect/load-dialect.ts'
import { agentPermissions } from './permissions-section.ts'
import { toolLists, toolNames } from './tools-section.ts'

const runLimits = z.strictObject({
  maxTurns: z.int().min(1).optional().describe('The most model requests of a run. Default 20.'),
  maxTokens: z.int().min(1).optional().describe('The most tokens of all requests of a run together.'),
  maxCost: z.number().positive().optional().describe('The most US dollars of a run.'),
  maxDurationMs: z.int().min(1).optional().describe('The longest time of a run, in milliseconds.'),
})

const childLimits = z.strictObject({
  max: z
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe('The most of its children that run at once. Default: that of `subagents`.'),
  depth: z.int().min(1).max(5).optional().describe('The number of levels of children below its runs.'),
  childrenPerParent: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('The most children of one session that wait or run.'),
  childrenPerSession: z.int().min(1).max(1_000).optional().describe('The most children of a tree that wait or run.'),
  childrenPerTree: z.int().min(1).max(100_000).optional().describe('The most children over the whole life of a tree.'),
  maxTokens: z.int().min(1_000).optional().describe('The most tokens of all children of a tree together.'),
  maxCost: z.number().positive().optional().describe('The most US dollars of all children of a tree together.'),
  iterations: z.int().min(1).max(1_000).optional().describe('The most model requests of a run of a child.'),
  archiveAfterMs: z
    .int()
    .min(1_000)
    .optional()
    .describe('The time after which an ended child is no longer listed, in milliseconds.'),
  model: z.string().min(1).optional().describe('The id of the model of its children, or `default` or `small`.'),
})

const qualityGate = z
  .strictObject({
    event: z
      .enum(['delegation.completed', 'task.completed', 'reply'])
      .describe('The work that it judges: delegations, tasks of teams that the agent leads, or its replies to people.'),
    type: z.enum(['command', 'agent']),
    command: z
      .tuple([z.string().min(1)], z.string())
      .readonly()
      .optional()
      .describe('Program and arguments; no shell reads them. Exit code 0 passes; standard error is the feedback.'),
    agent: z.string().min(1).optional().describe('The id of the agent that reviews.'),
    blockOnFailure: z.boolean().optional().describe('True if work that does not pass goes back. Default true.'),
    maxRetries: z.int().min(0).max(10).optional().describe('The most times that work goes back. Default 2.'),
    timeoutMs: z
      .int()
      .min(100)
      .max(600_000)
      .optional()
      .describe('The time limit of one judgement, in milliseconds. Default 60,000.'),
    onError: z
      .enum(['fail', 'pass'])
      .optional()
      .describe('What it means if the gate itself fails. Default `fail`: the work did not pass.'),
  })
  .check(({ value, issues }) => {
    const [needed, other] = value.type === 'command' ? (['command', 'agent'] as const) : (['agent', 'command'] as const)
    const message =
      value[needed] === undefined
        ? `A gate of the type "${value.type}" needs "${needed}".`
        : value[other] === undefined
          ? undefined
          : `A gate of the type "${value.type}" has no "${other}".`
    if (message !== undefined) issues.push({ code: 'custom', input: value, path: [needed], message })
  })

const delegationLimits = z.strictObject({
  maxLoad: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('The most open delegations to it, from all agents. Default 5.'),
  maxConcurrent: z
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('The most open delegations from one agent to it, where their link says nothing. Default 3.'),
})

/** Settings that differ for one agent. Packages with more settings for agents extend it. */
export const agentSection = z.strictObject({
  description: z.string().min(1).max(1_000).optional().describe('What the agent is for, in a sentence.'),
  model: z.string().min(1).optional().describe('The id of its model, or `default` or `small`.'),
  dialect: z
    .enum([...dialectNames, 'auto'])
    .optional()
    .describe('The names and parameters of tools for this agent. Default: as for all.'),
  reasoning: z
    .enum(['off', 'low', 'medium', 'high'])
    .optional()
    .describe('The effort that its model puts into reasoning.'),
  limits: runLimits
    .optional()
    .describe('The budget of each of its runs; flags and programs may set a smaller or larger one.'),
  subagents: childLimits.optional().describe('Limits of its children, in place of those of the section `subagents`.'),
  delegation: delegationLimits.optional().describe('Limits of the work that other agents give it.'),
  qualityGates: z
    .array(qualityGate)
    .max(20)
    .readonly()
    .optional()
    .describe('Checks of the work that it gives to others, and of its replies.'),
  prompt: z.string().min(1).max(100_000).optional().describe('Its part of the system prompt.'),
  definition: z
    .string()
    .min(1)
    .max(200_000)
    .optional()
    .describe('The text of an AGENT.md, as `drawbridge agents define` stores it. It can only narrow.'),
  tools: toolLists
    .extend({
      profile: z.string().min(1).optional().describe('Only the tools of this profile, of those that remain.'),
      byProvider: z.record(z.string().min(1), toolLists).optional(),
    })
    .optional()
    .describe('Lists of this agent; they narrow those of `tools`.'),
  suggestedTools: toolNames.optional().describe('Tools that the agent should prefer. Grants nothing.'),
  permissions: agentPermissions.optional().describe('Rules of this agent, limited by every ceiling.'),
})

/** Section `agents`: by id of the agent. */
export const agentsSection = z.record(z.string().min(1), agentSection).describe('Settings for single agents, by id.')

export type AgentSection = z.output<typeof agentSection>
export type AgentsSection = z.output<typeof agentsSection>
