import type { ChildLimits } from '@drawbridge/core/agent'
import type { RoomSection } from '@drawbridge/room'
import { z } from 'zod'

/** Section `subagents`: the limits of children. An agent's own section may set others. */
const schema = z
  .strictObject({
    max: z
      .int()
      .min(1)
      .max(64)
      .optional()
      .describe('The most children that run at once in a process; further ones wait. Default 8.'),
    depth: z
      .int()
      .min(1)
      .max(5)
      .optional()
      .describe('The depth to which children may have children. Default 1: none of them may.'),
    childrenPerParent: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe('The most children of one session that wait or run. Default 5.'),
    childrenPerSession: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe('The most children of a tree that wait or run. Default 16.'),
    childrenPerTree: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe('The most children over the whole life of a tree. Default 64.'),
    maxTokens: z
      .int()
      .min(1_000)
      .optional()
      .describe('The most tokens of all children of a tree together. Default: no limit.'),
    maxCost: z
      .number()
      .positive()
      .optional()
      .describe('The most US dollars of all children of a tree together. Default: no limit.'),
    iterations: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe('The most model requests of a run of a child. Default 20.'),
    archiveAfterMs: z
      .int()
      .min(1_000)
      .optional()
      .describe('The time after its end from which a child is no longer listed, in milliseconds. Default 1 hour.'),
    model: z
      .string()
      .min(1)
      .optional()
      .describe('The id of the model of children, or `default` or `small`. Default: that of the parent.'),
    askBeforeSpawn: z.boolean().optional().describe('True to ask a person before a child is started. Default false.'),
  })
  .describe('Children of agents: how many, how deep, and what they may use.')

/** The section, after reading. */
export type SubagentsSection = z.output<typeof schema>

/** The limits of children where nothing is set. */
export const defaultChildLimits: ChildLimits = {
  max: 8,
  depth: 1,
  childrenPerParent: 5,
  childrenPerSession: 16,
  childrenPerTree: 64,
  iterations: 20,
  archiveAfterMs: 3_600_000,
}

/** The section as the configuration reads it. */
export const subagentsSection: RoomSection<SubagentsSection> = { schema }
