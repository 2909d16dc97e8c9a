import { denyGroups } from '@drawbridge/shell/deny-groups'
import { z } from 'zod'

const setting = z.enum(['deny', 'ask', 'off'])
const groups = Object.fromEntries(denyGroups.map((group) => [group, setting.optional()]))

/** Section `shell`: groups of dangerous commands, and commands that are safe here. */
export const shellSection = z
  .strictObject({
    groups: z
      .strictObject(groups as Record<(typeof denyGroups)[number], z.ZodOptional<typeof setting>>)
      .optional()
      .describe('The verdict on commands of each group.'),
    unapproved: z
      .enum(['contained', 'core', 'off'])
      .optional()
      .describe(
        'The way that unapproved read-only commands run: all of them, if the machine can contain them (`contained`, default), only those that need no containment (`core`), or none (`off`).',
      ),
    safe: z.array(z.string().min(1)).readonly().optional().describe('Leading words of commands that need no approval.'),
  })
  .describe('Commands.')

export type ShellSection = z.output<typeof shellSection>
