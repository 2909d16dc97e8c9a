import { z } from 'zod'
import { agentPermissions } from './permissions-section.ts'
import { toolLists, toolNames } from './tools-section.ts'

/** Settings that differ for one agent. Packages with more settings for agents extend it. */
export const agentSection = z.strictObject({
  tools: toolLists
    .extend({ byProvider: z.record(z.string().min(1), toolLists).optional() })
    .optional()
    .describe('Lists of this agent; they narrow those of `tools`.'),
  suggestedTools: toolNames.optional().describe('Tools that the agent should prefer. Grants nothing.'),
  permissions: agentPermissions.optional().describe('Rules of this agent, limited by every ceiling.'),
})

/** Section `agents`: by id of the agent. */
export const agentsSection = z.record(z.string().min(1), agentSection).describe('Settings for single agents, by id.')

export type AgentSection = z.output<typeof agentSection>
export type AgentsSection = z.output<typeof agentsSection>
