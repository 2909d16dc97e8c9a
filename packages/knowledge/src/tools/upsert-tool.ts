import { toolOutput } from '@drawbridge/core'
import { sessionTrust } from '@drawbridge/core/flow'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { ownerOf, projectOf } from '@drawbridge/room/place'
import { z } from 'zod'
import { recordFacts } from '../graph/record-facts.ts'
import { factInput, objectionTo, readFact } from '../stated-fact.ts'
import { type KnowledgeHouse, placesOf } from './places-of.ts'

const input = z.strictObject({
  facts: z.array(factInput).min(1).max(50),
  scope: z
    .enum(['own', 'project'])
    .default('own')
    .describe('own: wherever this agent works for this user; project: only in this project.'),
})

/**
 * `knowledge.upsert`: states facts. They are the model's words: after a stranger's text entered the session they are as untrusted as that.
 */
export function upsertTool(house: KnowledgeHouse): ToolBody {
  return defineToolBody({
    input,
    check: ({ facts }) => facts.map(objectionTo).find((objection) => objection !== undefined),
    execute: async ({ facts, scope }, context) => {
      await placesOf(house, context)
      const trust = await sessionTrust(context.session)
      const owner = ownerOf(context.principal)
      const place = { ...owner, project: scope === 'own' ? '' : projectOf(context.workspace) }
      const now = house.clock.now()
      const recorded = await recordFacts(
        await house.database.obtain(),
        place,
        facts.map((fact) => readFact(fact, now)),
        { source: `session ${context.principal.session}`, trust },
        now,
      )
      const conflicts = recorded.filter(({ state }) => state === 'conflict').length
      const lines = [
        `${recorded.length} facts are known: ${recorded.filter(({ state }) => state === 'new').length} of them new.`,
        ...(conflicts > 0
          ? [
              `${conflicts} are in conflict with other facts that begin at the same time. Ask the person which are right.`,
            ]
          : []),
        ...(trust === 'untrusted'
          ? ["They are marked as untrusted, because strangers' text entered this session before."]
          : []),
      ]
      return toolOutput({
        content: lines.join('\n'),
        data: { facts: recorded.map(({ state }) => ({ state })), trust },
      })
    },
  })
}
