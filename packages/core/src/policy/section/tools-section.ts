import { z } from 'zod'
import { dialectNames } from '../../dialect/load-dialect.ts'

export const toolNames = z
  .array(z.string().min(1))
  .readonly()
  .describe('Canonical names, patterns with `*`, `group:NAME` or `tag:NAME`. An empty list means no tool.')

const lists = {
  allow: toolNames
    .optional()
    .describe('Keeps only these tools. Every list that is present narrows; an absent one does nothing.'),
  deny: toolNames.optional().describe('Removes these tools for good: nothing adds them again.'),
  alsoAllow: toolNames.optional().describe('Adds tools that profile or allow lists left out, except denied ones.'),
}

/** The lists of one scope. */
export const toolLists = z.strictObject(lists)

const profileName = z.string().min(1).describe('`full`, `coding`, `messaging`, `minimal`, or one of `profiles`.')

/** Section `tools`: which tools exist. */
export const toolsSection = z
  .strictObject({
    profile: profileName.optional(),
    dialect: z
      .enum([...dialectNames, 'auto'])
      .optional()
      .describe(
        'Names and parameters of tools for models. `auto`: those that the model of a session was trained on, by its id. Default `safe`.',
      ),
    profiles: z.record(z.string().min(1), toolNames).optional().describe('Profiles of your own, by name.'),
    ...lists,
    byProvider: z
      .record(z.string().min(1), z.strictObject({ profile: profileName.optional(), ...lists }))
      .optional()
      .describe('Exceptions by `provider` or `provider/model`. A profile here replaces the global one.'),
  })
  .describe('The tools that exist for a run.')

export type ToolLists = z.output<typeof toolLists>

/** The section `tools` of a configuration, after reading. */
export type ToolsSection = z.output<typeof toolsSection>
