import type { Clock } from '@drawbridge/core/base'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'

/** A policy that a person prepares. What it says is not looked at here. */
export interface PolicyDraftRow {
  /** A number that grows with each change of the draft. */
  readonly edition: number
  /** JSON. */
  readonly content: unknown
  /** Calls with the verdicts that must come out. JSON. */
  readonly tests: readonly unknown[]
  /** The policy that it was begun with. JSON. */
  readonly base: unknown
  readonly note: string | undefined
  /** The outcome of the last simulation. JSON. */
  readonly simulation: unknown
  /** Milliseconds since the Unix epoch. */
  readonly updatedAt: number
}

/** The parts of a draft that are changed together. */
export type PolicyDraftChange = Pick<PolicyDraftRow, 'content' | 'tests' | 'base' | 'note'>

/** The drafts of all persons, one for each. */
export interface PolicyDrafts {
  find(owner: string): Promise<PolicyDraftRow | undefined>
  /** Resolves to false, and does nothing, if the person has a draft. */
  create(owner: string, draft: PolicyDraftChange): Promise<boolean>
  /** Changes one edition of a draft. Resolves to false, and does nothing, if it is no longer the newest. */
  change(owner: string, edition: number, draft: PolicyDraftChange): Promise<boolean>
  /** Notes the outcome of a simulation of one edition. */
  noteSimulation(owner: string, edition: number, simulation: unknown): Promise<void>
  /** Removes one edition of a draft. Resolves to false if it is no longer the newest. */
  remove(owner: string, edition: number): Promise<boolean>
}

interface StoredDraft {
  readonly edition: number
  readonly content: string
  readonly tests: string | null
  readonly base: string
  readonly note: string | null
  readonly simulation: string | null
  readonly updated_at: number
}

const select = statement<[owner: string], StoredDraft>(
  'select edition, content, tests, base, note, simulation, updated_at from policy_drafts where owner = $1',
)
type Values = [
  owner: string,
  edition: number,
  content: string,
  base: string,
  note: string | null,
  now: number,
  tests: string,
]
const insert = statement<Values>(
  `insert into policy_drafts (owner, edition, content, base, note, updated_at, tests) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (owner) do nothing`,
)
const update = statement<Values>(
  `update policy_drafts set edition = edition + 1, content = $3, base = $4, note = $5, simulation = null, updated_at = $6,
    tests = $7
    where owner = $1 and edition = $2`,
)
const updateSimulation = statement<[owner: string, edition: number, simulation: string]>(
  'update policy_drafts set simulation = $3 where owner = $1 and edition = $2',
)
const remove = statement<[owner: string, edition: number]>(
  'delete from policy_drafts where owner = $1 and edition = $2',
)

/** Creates the store of what persons prepare as the next policy. */
export function createPolicyDrafts(database: Database, { clock }: { readonly clock: Clock }): PolicyDrafts {
  const valuesOf = (owner: string, edition: number, { content, tests, base, note }: PolicyDraftChange): Values => [
    owner,
    edition,
    JSON.stringify(content),
    JSON.stringify(base),
    note ?? null,
    clock.now(),
    JSON.stringify(tests),
  ]
  return {
    find: async (owner) => {
      const found = await database.get(select, owner)
      return found && readDraft(found)
    },
    // An edition is a time, so that a draft begun again never has the edition of one that was thrown away.
    create: async (owner, draft) => (await database.run(insert, ...valuesOf(owner, clock.now(), draft))) === 1,
    change: async (owner, edition, draft) => (await database.run(update, ...valuesOf(owner, edition, draft))) === 1,
    noteSimulation: async (owner, edition, simulation) =>
      void (await database.run(updateSimulation, owner, edition, JSON.stringify(simulation))),
    remove: async (owner, edition) => (await database.run(remove, owner, edition)) === 1,
  }
}

function readDraft(row: StoredDraft): PolicyDraftRow {
  const { edition, content, tests, base, note, simulation, updated_at: updatedAt } = row
  return {
    ...{ edition, updatedAt, note: note ?? undefined },
    content: JSON.parse(content),
    tests: tests === null ? [] : JSON.parse(tests),
    base: JSON.parse(base),
    simulation: simulation === null ? undefined : JSON.parse(simulation),
  }
}
