import { fail, toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { z } from 'zod'
import { findGraphId } from '../graph/open-graph.ts'
import { searchGraph } from '../graph/search-graph.ts'
import { blocksOfGraph, chooseFacts, dataOfFact, entityId, readEntityId } from '../render-graph.ts'
import { type KnowledgeHouse, placesOf } from './places-of.ts'

const time = z.iso.datetime({ offset: true })
const input = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .optional()
    .describe('A name, or words of names. Absent: what was named last.'),
  entity_type: z.string().max(32).optional().describe('Only entities of this type, such as person or project.'),
  entity_id: z
    .string()
    .max(20)
    .optional()
    .describe('The id of an entity to begin at, the query is not looked at then.'),
  max_depth: z.int().min(0).max(5).default(2).describe('How many facts away from where the search begins.'),
  as_of: time.optional().describe('What held at this time. Default: what holds now.'),
  known_at: time.optional().describe('As it was known at this time. Default: as it is known now.'),
  max_results: z.int().min(1).max(50).default(20).describe('The most facts.'),
})

/** The most entities that a query begins at. */
const mostEntities = 10

/** `knowledge.search`: finds entities and the facts around them. */
export function searchTool(house: KnowledgeHouse): ToolBody {
  return defineToolBody({
    input,
    output: z.strictObject({
      entities: z.array(
        z.strictObject({
          id: z.string(),
          name: z.string(),
          type: z.string(),
          trust: z.enum(['trusted', 'untrusted']),
          depth: z.int(),
        }),
      ),
      facts: z.array(
        z.strictObject({
          subject: z.string(),
          subject_id: z.string(),
          relation: z.string(),
          object: z.string(),
          object_id: z.string(),
          valid_from: z.string().optional(),
          valid_to: z.string().optional(),
          state: z.enum(['settled', 'conflict']),
          trust: z.enum(['trusted', 'untrusted']),
          sources: z.array(z.string()),
          quote: z.string().optional(),
        }),
      ),
      more: z.boolean(),
    }),
    execute: async (
      { query, entity_type: type, entity_id: given, max_depth: depth, as_of: asOf, known_at: knownAt, max_results },
      context,
    ) => {
      const entity = given === undefined ? undefined : readEntityId(given)
      if (given !== undefined && entity === undefined) {
        fail('validation_error', `${JSON.stringify(given)} is not an id. Use one that knowledge.search returned.`)
      }
      const { database, places } = await placesOf(house, context)
      if (database === undefined) {
        return toolOutput({ content: 'Nothing is known yet.', data: { entities: [], facts: [], more: false } })
      }
      const found = await Promise.all(places.map((place) => findGraphId(database, place)))
      const graph = await searchGraph(
        database,
        found.filter((id) => id !== undefined),
        {
          query,
          entity,
          type,
          depth,
          asOf: asOf === undefined ? house.clock.now() : Date.parse(asOf),
          knownAt: knownAt === undefined ? undefined : Date.parse(knownAt),
          count: mostEntities,
        },
      )
      const facts = chooseFacts(graph.facts, max_results)
      return toolOutput({
        content: blocksOfGraph({ ...graph, isCut: graph.isCut || facts.length < graph.facts.length }, facts),
        data: {
          entities: graph.entities.map(({ id, ...rest }) => ({ id: entityId(id), ...rest })),
          facts: facts.map(dataOfFact),
          more: graph.isCut || facts.length < graph.facts.length,
        },
      })
    },
  })
}
