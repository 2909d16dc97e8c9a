import { type PolicyChange, policyTest } from '@drawbridge/sdk/policy-draft'
import { z } from 'zod'
import { time } from '../account/account-schemas.ts'

/** Sections of the configuration as a file would hold them. */
export const policyContent = z
  .record(z.string().min(1).max(100), z.unknown())
  .describe('Sections of the policy, as drawbridge.jsonc would hold them.')

/** Calls with the verdicts that must come out. */
export const policyTests = z
  .array(policyTest.meta({ id: 'PolicyTest' }))
  .max(200)
  .describe('Calls with the verdicts that must come out.')

export const testResultShape = z
  .strictObject({
    name: z.string(),
    expected: z.string(),
    actual: z.string().describe('`invalid`: the call ends before the policy sees it.'),
    passed: z.boolean(),
    reason: z.string(),
    rule: z.string().nullable().describe('The deciding rule.'),
    source: z.string().nullable().describe('Where the deciding rule stands.'),
  })
  .meta({ id: 'PolicyTestResult' })

export const policyNote = z.string().trim().min(1).max(1_000)

export const problemShape = z
  .strictObject({
    place: z.string().describe('The dotted path of the setting, or a file with line and column.'),
    message: z.string(),
  })
  .meta({ id: 'PolicyProblem' })

export const changeShape = z
  .strictObject({
    path: z.array(z.string()).describe('The keys from the section down.'),
    before: z.unknown().optional().describe('Absent if there was none.'),
    after: z.unknown().optional().describe('Absent if there is none.'),
    wider: z.boolean().describe('True unless it is certain that nothing more is allowed.'),
  })
  .meta({ id: 'PolicyChange' })

/** Returns changes as they are answered. */
export function shownChanges(changes: readonly PolicyChange[]) {
  return { changes, wider: changes.some(({ wider }) => wider) }
}

export const nodesShape = z
  .strictObject({
    inForce: z
      .array(z.string())
      .describe('The ids of the nodes that have the same policy in force as the one that answers.'),
    waiting: z
      .array(z.strictObject({ id: z.string(), problem: z.string().nullable() }))
      .describe('The living nodes that do not have it yet, each with the reason, if it told one.'),
  })
  .meta({ id: 'PolicyOnNodes' })

/** The policy that the database holds, without what the files say. */
export const heldPolicy = {
  version: z.number().describe('The number of the last change of the settings in the database.'),
  digest: z.string().describe('Equal for equal policies with equal tests.'),
  policy: policyContent,
  tests: policyTests,
}

export const versionShape = z
  .strictObject({
    version: z.number(),
    digest: z.string(),
    by: z.string(),
    at: time,
    note: z.string().nullable(),
    changed: z
      .array(z.array(z.string()))
      .describe('The paths of the changed settings, those that are not policy among them.'),
  })
  .meta({ id: 'PolicyVersion' })

const simulatedGroup = z.strictObject({
  tool: z.string(),
  from: z.string(),
  to: z.string(),
  wider: z.boolean().describe('True if more would be allowed.'),
  ruleBefore: z.string(),
  rule: z.string(),
  source: z.string().describe('Where the deciding rule of the draft stands.'),
  reason: z.string(),
  count: z.number(),
  examples: z.array(z.record(z.string(), z.unknown())),
})

export const simulationShape = z
  .strictObject({
    at: time,
    sessions: z.number().describe('The number of sessions that were read, the latest ones.'),
    complete: z.boolean().describe('False if time ran out before all sessions that were asked for were read.'),
    calls: z.number(),
    changed: z.number(),
    wider: z.number().describe('The number of calls of which more would be allowed.'),
    groups: z.array(simulatedGroup),
    cannotTell: z.record(z.string(), z.number()).describe('Decisions that could not be rebuilt, by reason.'),
  })
  .meta({ id: 'PolicySimulation' })

/** The outcome of the last simulation of a draft, without its groups. */
export const simulationSummary = simulationShape
  .omit({ groups: true, cannotTell: true })
  .meta({ id: 'PolicySimulationSummary' })
