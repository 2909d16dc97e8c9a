import { toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { indexText, rankTexts } from '@drawbridge/core/search'
import { z } from 'zod'
import type { Skills } from '../skills-service.ts'
import type { FoundSkill } from '../tiers/find-skills.ts'
import { labelledText } from './use-skill.ts'

const input = z.strictObject({
  query: z.string().trim().min(1).max(500).describe('What you want to do, in a few words.'),
  max_results: z.int().min(1).max(20).default(5),
})

/**
 * `skill.search`: ranks skills by the words of a query.
 * @param skills Loaded with the first call: lists of tools need no database and no YAML.
 */
export function searchSkills(skills: () => Promise<Skills>): ToolBody {
  return defineToolBody({
    input,
    execute: async ({ query, max_results: most }, { principal }) => {
      const { skills: offered } = await (await skills()).listFor(principal)
      const results = rankSkills(query, offered).slice(0, most)
      if (results.length === 0)
        return `No skill matches ${JSON.stringify(query)}. Go on without one, or use other words.`
      const lines = results.map(({ skill }) => `- ${skill.name} (${skill.tier}): ${skill.description}`)
      return toolOutput({
        content: labelledText(
          results.map(({ skill }) => skill),
          `${lines.join('\n')}\n\nLoad one with skill.use before you follow it.`,
        ),
        data: {
          count: results.length,
          results: results.map(({ skill: { name, description, tier, folder }, score }) => ({
            name,
            description,
            source: tier,
            ...(folder === undefined ? {} : { location: folder }),
            score,
          })),
        },
      })
    },
  })
}

/** Returns the skills that match a query, the best first. Pure. */
export function rankSkills(
  query: string,
  skills: readonly FoundSkill[],
): readonly { readonly skill: FoundSkill; readonly score: number }[] {
  const documents = skills.map(({ name, description, programs }) =>
    indexText([
      { text: name, weight: 3 },
      { text: description, weight: 2 },
      { text: programs.join(' '), weight: 1 },
    ]),
  )
  return rankTexts(query, documents).flatMap(({ index, score }) => {
    const skill = skills[index]
    return skill === undefined ? [] : [{ skill, score }]
  })
}
