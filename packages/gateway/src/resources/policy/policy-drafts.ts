import { stableStringify } from '@drawbridge/core/base'
import {
  type CurrentPolicy,
  type DraftProblem,
  openPolicyEditor,
  type PolicyContent,
  type PolicyEditor,
  type PolicyTest,
  policyChanges,
} from '@drawbridge/sdk/policy-draft'
import { createPolicyDrafts, type PolicyDraftRow, type PolicyDrafts } from '@drawbridge/store/configuration-rows'
import type { Caller } from '../../caller/caller.ts'
import { refuse } from '../../problem/problem.ts'
import type { Gateway } from '../../server/gateway.ts'
import { timeOf } from '../account/account-schemas.ts'

/** The policy that a draft was begun with, or was brought up to. */
export interface DraftBase {
  readonly version: number
  readonly digest: string
  readonly policy: PolicyContent
  readonly tests: readonly PolicyTest[]
}

/** A draft of a person, read. */
export interface Draft extends Pick<PolicyDraftRow, 'edition' | 'note' | 'updatedAt' | 'simulation'> {
  readonly policy: PolicyContent
  readonly tests: readonly PolicyTest[]
  readonly base: DraftBase
}

/** The parts that work on the policy of the database. */
export interface PolicyWorkshop {
  readonly editor: PolicyEditor
  readonly drafts: PolicyDrafts
}

export function openWorkshop({ database, drawbridge, clock }: Gateway): PolicyWorkshop {
  const { home, workspace, registry } = drawbridge
  const editor = openPolicyEditor({ database, home, workspace, registry, clock })
  return { editor, drafts: createPolicyDrafts(database, { clock }) }
}

/** Returns the draft of a caller. Refuses if there is none. */
export async function findDraft({ drafts }: PolicyWorkshop, { user }: Caller): Promise<Draft> {
  const row = await drafts.find(user.id)
  if (row === undefined) return refuse('not_found', 'You have no draft. Begin one: POST /v1/policy/draft.')
  return draftOf(row)
}

function draftOf({ content, base, tests, ...rest }: PolicyDraftRow): Draft {
  // The base of a draft that is older than tests has none.
  const held = base as Omit<DraftBase, 'tests'> & Partial<DraftBase>
  const whole = { ...held, tests: held.tests ?? [] }
  return { ...rest, policy: content as PolicyContent, tests: tests as readonly PolicyTest[], base: whole }
}

/** Returns a policy of the database as it is answered. */
export function heldOf({ version, digest, content, tests }: CurrentPolicy): DraftBase {
  return { version, digest, policy: content, tests }
}

/** Returns the tests of a draft with what others changed since it was begun: theirs, without those that the draft removed, and its own. */
export function mergeTests({ tests, base }: Draft, theirs: readonly PolicyTest[]): readonly PolicyTest[] {
  const [began, there, mine] = [base.tests, theirs, tests].map((list) => new Set(list.map(stableStringify)))
  const isKept = (key: string) => mine?.has(key) || !began?.has(key)
  const isOwn = (key: string) => !there?.has(key) && !began?.has(key)
  return [
    ...theirs.filter((test) => isKept(stableStringify(test))),
    ...tests.filter((test) => isOwn(stableStringify(test))),
  ]
}

/** Refuses a request that needs a draft without faults. */
export function refuseFaulty(detail: string, problems: readonly DraftProblem[]): never {
  return refuse('invalid', {
    detail,
    errors: problems.map(({ place, message }) => ({ pointer: place, detail: message })),
  })
}

export function etagOf({ edition }: Pick<Draft, 'edition'>): string {
  return `"draft-${edition}"`
}

/** Refuses unless the request names the newest edition, and answers with what that says. */
export async function expectEdition(workshop: PolicyWorkshop, draft: Draft, request: Request): Promise<void> {
  if (request.headers.get('if-match') === etagOf(draft)) return
  refuse('stale', {
    detail: 'The draft has changed since you read it, in another window.',
    extra: { current: await shownDraft(workshop, draft), etag: etagOf(draft) },
  })
}

/** Refuses a request that lost a race, with what is there now. */
export async function refuseLost(workshop: PolicyWorkshop, caller: Caller): Promise<never> {
  const draft = await findDraft(workshop, caller)
  return refuse('stale', { extra: { current: await shownDraft(workshop, draft), etag: etagOf(draft) } })
}

/** Returns a draft as it is answered: with its differences, its faults, and what is in force meanwhile. */
export async function shownDraft({ editor }: PolicyWorkshop, draft: Draft) {
  const { policy, tests, base, note, updatedAt, simulation, edition } = draft
  const [current, checked] = [await editor.read(), await editor.check(policy)]
  const changes = policyChanges(current.content, policy)
  return {
    ...{ edition: String(edition), policy, tests, base, note: note ?? null, updatedAt: timeOf(updatedAt) },
    current: heldOf(current),
    isStale: current.digest !== base.digest,
    ...{ changes, wider: changes.some(({ wider }) => wider) },
    ...{ problems: checked.problems, warnings: checked.warnings },
    simulation: simulation ?? null,
  }
}
