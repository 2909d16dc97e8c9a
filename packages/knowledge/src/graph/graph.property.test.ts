import { type Database, statement } from '@drawbridge/store/database'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { knowledgeRoom } from '../room.ts'
import { withdrawSource } from './change-graph.ts'
import { findGraphId } from './open-graph.ts'
import { recordFacts, type StatedFact } from './record-facts.ts'
import { searchGraph } from './search-graph.ts'

const rooms = [{ room: 'knowledge', migrations: knowledgeRoom.migrations ?? [], sealed: [] }]
const count = statement<[], { count: number }>('select count(*) as count from knowledge_facts')
const countIntervals = statement<[], { count: number }>(
  'select count(*) as count from knowledge_intervals where retracted_at is null',
)

const moment = fc.integer({ min: 0, max: 8 })
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      subject: fc.constantFrom('Ada', 'Bob'),
      relation: fc.constantFrom('lives_in', 'knows'),
      object: fc.constantFrom('Bonn', 'Rome', 'Kiel'),
      from: fc.option(moment, { nil: undefined }),
      to: fc.option(moment, { nil: undefined }),
      source: fc.constantFrom('s1', 's2'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ forget: fc.constantFrom('s1', 's2') }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function apply(database: Database, user: string, each: Step, now: number): Promise<void> {
  const place = { agent: 'a', user, project: '' }
  if ('forget' in each) {
    await withdrawSource(database, place, each.forget, now)
    return
  }
  const { subject, relation, object, from, to, source } = each
  const fact: StatedFact = {
    subject: { name: subject, type: 'thing' },
    relation,
    object: { name: object, type: 'thing' },
    from,
    to,
    quote: '',
    confidence: 1,
  }
  await recordFacts(database, place, [fact], { source, trust: 'trusted' }, now)
}

async function holding(database: Database, user: string, asOf: number, knownAt?: number): Promise<readonly string[]> {
  const graph = await findGraphId(database, { agent: 'a', user, project: '' })
  if (graph === undefined) return []
  const { facts } = await searchGraph(database, [graph], { query: 'ada bob', depth: 1, asOf, knownAt, count: 10 })
  return facts
    .map(({ subject, relation, object, state }) => `${subject.name} ${relation} ${object.name} ${state}`)
    .toSorted()
}

describeDatabases('the two times of facts', ({ open }) => {
  test('answer for an earlier knowledge as they would have answered then', { timeout: 60_000 }, async () => {
    const database = await open({ rooms })
    let user = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), fc.nat(), moment, async (steps, place, asOf) => {
        user += 2
        const known = (place % steps.length) + 1
        for (const [index, each] of steps.entries()) await apply(database, `u${user}`, each, (index + 1) * 10)
        for (const [index, each] of steps.slice(0, known).entries())
          await apply(database, `u${user + 1}`, each, (index + 1) * 10)
        expect(await holding(database, `u${user}`, asOf, known * 10)).toEqual(
          await holding(database, `u${user + 1}`, asOf),
        )
      }),
      { numRuns: 15 },
    )
  })

  test('leave one row of a fact that two processes state in a hundred sessions at once', {
    timeout: 60_000,
  }, async () => {
    const both = [await open({ rooms }), await open({ rooms })]
    const [first] = both
    for (let round = 0; round < 25; round += 1) {
      await Promise.all(
        both.flatMap((database, process) =>
          [0, 1].map((each) => {
            const session = `session ${round * 4 + process * 2 + each}`
            const said = ['Ada works_at Acme', 'ADA works_at  acme'][each] ?? ''
            const [subject = '', relation = '', ...object] = said.split(' ')
            const fact: StatedFact = {
              subject: { name: subject, type: 'person' },
              relation,
              object: { name: object.join(' '), type: 'organization' },
              from: 1_000 + round,
              to: undefined,
              quote: said,
              confidence: 1,
            }
            return recordFacts(
              database,
              { agent: 'a', user: 'u', project: '' },
              [fact],
              { source: session, trust: 'trusted' },
              1_000 + round,
            )
          }),
        ),
      )
    }
    expect(await first?.get(count)).toEqual({ count: 1 })
    expect(await first?.get(countIntervals)).toEqual({ count: 1 })
  })
})
