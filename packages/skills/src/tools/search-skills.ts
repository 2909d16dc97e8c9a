import { toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { indexText, joinRanks, rankByMeaning, rankTexts } from '@drawbridge/core/search'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import type { Skills } from '../skills-service.ts'
import type { FoundSkill } from '../tiers/find-skills.ts'
import { labelledText } from './use-skill.ts'

const input = z.strictObject({
  query: z.string().trim().min(1).max(500).describe('What you want to do, in a few words.'),
  max_results: z.int().min(1).max(20).default(5),
})

/** The most skills whose meaning is compared with that of a query. */
const mostCompared = 500

/**
 * `skill.search`: ranks skills by the words of a query, and by its meaning if an embedding model is configured.
 * @param skills Loaded with the first call: lists of tools need no database and no YAML.
 */
export function searchSkills(skills: () => Promise<Skills>, house: Pick<House, 'service'>): ToolBody {
  return defineToolBody({
    input,
    execute: async ({ query, max_results: most }, { principal, signal }) => {
      const { skills: offered } = await (await skills()).listFor(principal)
      const texts = offered.slice(0, mostCompared).map(({ name, description }) => `${name}: ${description}`)
      const { places, degraded } = await rankByMeaning(await house.service('embedder'), { query, texts, signal })
      const byWords = rankSkills(query, offered)
      const scores = new Map(byWords.map(({ skill, score }) => [skill, score]))
      const results = joinRanks([[...scores.keys()], places.flatMap((place) => offered[place] ?? [])], most)
      const note =
        degraded === undefined ? '' : `\n\n(degraded: the embedding model failed, found by words alone: ${degraded})`
      if (results.length === 0)
        return `No skill matches ${JSON.stringify(query)}. Go on without one, or use other words.${note}`
      const lines = results.map((skill) => `- ${skill.name} (${skill.tier}): ${skill.description}`)
      return toolOutput({
        content: labelledText(results, `${lines.join('\n')}\n\nLoad one with skill.use before you follow it.${note}`),
        data: {
          count: results.length,
          results: results.map((skill) => ({
            name: skill.name,
            description: skill.description,
            source: skill.tier,
            ...(skill.folder === undefined ? {} : { location: skill.folder }),
            score: scores.get(skill) ?? 0,
          })),
          ...(degraded === undefined ? {} : { degraded }),
        },
      })
    },
  })
}

/** Returns the skills that have words of a query, the best first. Pure. */
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
