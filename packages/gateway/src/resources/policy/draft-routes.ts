import { applyPolicy, draftRefusals, policyChanges, testRefusals } from '@drawbridge/sdk/policy-draft'
import { z } from 'zod'
import { isProven } from '../../caller/is-proven.ts'
import { refuse } from '../../problem/problem.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { time, timeOf } from '../account/account-schemas.ts'
import { waitForNodes } from './nodes-in-force.ts'
import {
  etagOf,
  expectEdition,
  findDraft,
  heldOf,
  mergeTests,
  openWorkshop,
  refuseFaulty,
  refuseLost,
  shownDraft,
} from './policy-drafts.ts'
import {
  changeShape,
  heldPolicy,
  nodesShape,
  policyContent,
  policyNote,
  policyTests,
  problemShape,
  simulationShape,
  simulationSummary,
  testResultShape,
} from './policy-schemas.ts'
import { readStretch, shownGroups } from './recorded-stretch.ts'

const draftShape = z
  .strictObject({
    edition: z.string(),
    policy: policyContent,
    tests: policyTests,
    base: z.strictObject(heldPolicy).describe('The policy that the draft was begun with, or was brought up to.'),
    current: z.strictObject(heldPolicy).describe('The policy that the database holds now.'),
    isStale: z.boolean().describe('True if somebody changed the policy since: merge, then name the version in `base`.'),
    changes: z.array(changeShape).describe('What the draft changes of the policy that the database holds now.'),
    wider: z.boolean().describe('True if a change may allow more.'),
    problems: z.array(problemShape).describe('Faults. A draft with faults can be kept, but not applied.'),
    warnings: z.array(problemShape),
    note: z.string().nullable(),
    simulation: simulationSummary.nullable().describe('The last simulation of this very edition.'),
    updatedAt: time,
  })
  .meta({ id: 'PolicyDraft' })

const path = '/policy/draft'
const common = { tag: 'policy', role: 'operator', scope: 'policy:write', sessionOnly: true } as const

const getDraft = defineRoute({
  ...{ method: 'GET', path, operation: 'getPolicyDraft', ...common },
  summary: 'Show your draft of the policy, with its differences and faults',
  answer: draftShape,
  mayFindNothing: true,
  handle: async (_, { gateway, caller, headers }) => {
    const workshop = openWorkshop(gateway)
    const draft = await findDraft(workshop, caller)
    headers.set('etag', etagOf(draft))
    return shownDraft(workshop, draft)
  },
})

const createDraft = defineRoute({
  ...{ method: 'POST', path, operation: 'createPolicyDraft', ...common },
  summary: 'Begin a draft of the policy, from what the database holds or from one of its versions',
  body: z.strictObject({ version: z.int().min(0).optional().describe('Default: what the database holds now.') }),
  answer: draftShape,
  status: 201,
  mayFindNothing: true,
  problems: ['conflict'],
  example: { body: {} },
  handle: async ({ body: { version } }, { gateway, caller, headers }) => {
    const workshop = openWorkshop(gateway)
    const { editor, drafts } = workshop
    const current = await editor.read()
    const begun = version === undefined ? current : await editor.version(version)
    if (begun === undefined) return refuse('not_found', 'There is no such version, or it is no longer kept.')
    const note = version === undefined ? undefined : `Back to version ${version}`
    if (
      !(await drafts.create(caller.user.id, {
        content: begun.content,
        tests: current.tests,
        base: heldOf(current),
        note,
      }))
    )
      return refuse('conflict', 'You have a draft already. Change it, or discard it first.')
    const draft = await findDraft(workshop, caller)
    headers.set('etag', etagOf(draft))
    return shownDraft(workshop, draft)
  },
})

const changeDraft = defineRoute({
  ...{ method: 'PUT', path, operation: 'changePolicyDraft', ...common },
  summary: 'Replace what your draft of the policy says',
  description:
    'A draft with faults is kept, and answered with its `problems`. What a draft may not hold at all is refused: other sections, references to the environment or to secrets, and secrets.',
  versioned: true,
  body: z.strictObject({
    policy: policyContent,
    tests: policyTests
      .optional()
      .describe('Default: as they are; with `base`, together with what others changed of theirs.'),
    base: z.int().min(0).optional().describe('The current version, if you have taken its changes over.'),
    note: policyNote.optional(),
  }),
  answer: draftShape,
  mayFindNothing: true,
  example: { body: { policy: { tools: { deny: ['web.*'] }, permissions: { mode: 'plan' } } } },
  handle: async ({ body }, { gateway, caller, headers, request }) => {
    const workshop = openWorkshop(gateway)
    const { editor, drafts } = workshop
    const draft = await findDraft(workshop, caller)
    await expectEdition(workshop, draft, request)
    const refusals = [...draftRefusals(body.policy), ...testRefusals(body.tests ?? [])]
    if (refusals.length > 0) refuseFaulty(refusals[0]?.message ?? '', refusals)
    let { base, tests } = draft
    if (body.base !== undefined) {
      const current = await editor.read()
      if (current.version !== body.base)
        refuse('stale', {
          detail: `The policy of the database has version ${current.version} now.`,
          extra: { current: await shownDraft(workshop, draft) },
        })
      base = heldOf(current)
      tests = mergeTests(draft, current.tests)
    }
    const changed = { content: body.policy, tests: body.tests ?? tests, base, note: body.note }
    if (!(await drafts.change(caller.user.id, draft.edition, changed))) return refuseLost(workshop, caller)
    const saved = await findDraft(workshop, caller)
    headers.set('etag', etagOf(saved))
    return shownDraft(workshop, saved)
  },
})

const discardDraft = defineRoute({
  ...{ method: 'DELETE', path, operation: 'discardPolicyDraft', ...common },
  summary: 'Throw your draft of the policy away',
  versioned: true,
  mayFindNothing: true,
  handle: async (_, { gateway, caller, request }) => {
    const workshop = openWorkshop(gateway)
    const draft = await findDraft(workshop, caller)
    await expectEdition(workshop, draft, request)
    if (!(await workshop.drafts.remove(caller.user.id, draft.edition))) await refuseLost(workshop, caller)
  },
})

const dayMs = 86_400_000

const simulate = defineRoute({
  ...{ method: 'POST', path: `${path}/simulate`, operation: 'simulatePolicyDraft', ...common },
  summary: 'Try your draft on recorded calls: which of them it would decide otherwise',
  description: 'Nothing runs. Each call is compared with what was decided at its time, without answers and grants.',
  body: z.strictObject({
    days: z.number().positive().max(366).default(7).describe('Calls of the last so many days.'),
    sessions: z.int().min(1).max(500).default(200).describe('The greatest number of sessions, the latest ones.'),
    session: z.string().min(1).max(200).optional().describe('Only this session.'),
    agent: z.string().min(1).max(200).optional().describe('Only sessions of this agent.'),
  }),
  answer: simulationShape,
  mayFindNothing: true,
  example: { body: { days: 7 } },
  handle: async ({ body }, { gateway, caller }) => {
    const workshop = openWorkshop(gateway)
    const draft = await findDraft(workshop, caller)
    const { days, ...wanted } = body
    const stretch = { ...wanted, since: gateway.clock.now() - days * dayMs }
    const { events, read } = readStretch(stretch, gateway)
    const tried = await workshop.editor.simulate(draft.policy, events)
    if (tried.status === 'faulty') return refuseFaulty('The draft has faults, so it cannot be tried.', tried.problems)
    const { calls, changed, groups, unreadable: cannotTell } = tried.report
    const { startedAt, ...how } = read
    const { groups: shown, wider } = shownGroups(groups)
    const summary = { at: timeOf(startedAt), ...how, calls, changed, wider }
    await workshop.drafts.noteSimulation(caller.user.id, draft.edition, summary)
    return { ...summary, groups: shown, cannotTell }
  },
})

const testDraft = defineRoute({
  ...{ method: 'POST', path: `${path}/test`, operation: 'testPolicyDraft', ...common },
  summary: 'Run the tests of your draft, on the draft together with the files',
  description: 'Their calls are judged and not made.',
  answer: z.strictObject({
    passed: z.number(),
    results: z.array(testResultShape).describe('In the order of `tests`.'),
  }),
  mayFindNothing: true,
  handle: async (_, { gateway, caller }) => {
    const { editor, ...workshop } = openWorkshop(gateway)
    const { policy, tests } = await findDraft({ editor, ...workshop }, caller)
    const run = await editor.test(policy, tests)
    if (run.status === 'faulty') return refuseFaulty('The draft has faults, so its tests cannot be run.', run.problems)
    const results = run.results.map(({ rule = null, source = null, ...result }) => ({ ...result, rule, source }))
    return { passed: results.filter(({ passed }) => passed).length, results }
  },
})

const apply = defineRoute({
  ...{ method: 'POST', path: '/policy/apply', operation: 'applyPolicyDraft', ...common },
  ...{ versioned: true, changes: 'policy' },
  summary: 'Make your draft the policy of the database, for all nodes',
  description:
    'A draft that may allow more needs a person who proved within ten minutes who they are. With a fault nothing is changed. If somebody changed the policy since the draft was begun, the problem holds `base`, `current` and `policy` of the draft.',
  body: z.strictObject({ note: policyNote.optional() }),
  answer: z.strictObject({
    ...heldPolicy,
    changes: z.array(changeShape),
    wider: z.boolean(),
    nodes: nodesShape,
  }),
  mayFindNothing: true,
  problems: ['proof_needed'],
  example: { body: { note: 'Nobody needs to delete files here.' } },
  handle: async ({ body }, { gateway, caller, request }) => {
    const workshop = openWorkshop(gateway)
    const { editor, drafts } = workshop
    const draft = await findDraft(workshop, caller)
    await expectEdition(workshop, draft, request)
    const isWider = policyChanges(draft.base.policy, draft.policy).some(({ wider }) => wider)
    if (isWider && !isProven(caller, gateway))
      refuse('proof_needed', 'This policy may allow more. Sign in again for it: POST /v1/auth/renew.')
    const note = body.note ?? draft.note
    const outcome = await applyPolicy(
      editor,
      {
        ...{ content: draft.policy, tests: draft.tests, replaces: draft.base.digest },
        ...{ setBy: caller.user.name, surface: 'http', note },
      },
      gateway.drawbridge.house,
    )
    if (outcome.status === 'stale')
      return refuse('stale', {
        detail: 'Somebody changed the policy since you began the draft.',
        extra: { current: await shownDraft(workshop, draft), etag: etagOf(draft) },
      })
    if (outcome.status === 'faulty')
      return refuseFaulty(`Nothing was changed. ${outcome.problems[0]?.message ?? ''}`, outcome.problems)
    await drafts.remove(caller.user.id, draft.edition)
    const { current, changes } = outcome
    return {
      ...{ ...heldOf(current), changes, wider: isWider },
      nodes: await waitForNodes(gateway),
    }
  },
})

export const draftRoutes: readonly Route[] = [
  getDraft,
  createDraft,
  changeDraft,
  discardDraft,
  simulate,
  testDraft,
  apply,
]
