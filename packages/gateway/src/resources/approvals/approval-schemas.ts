import { z } from 'zod'
import { time } from '../account/account-schemas.ts'

const answer = z.enum(['allow_once', 'allow_for_session', 'allow_always', 'deny', 'abort'])

const facts = z.record(z.string(), z.unknown())

export const approval = z
  .looseObject({
    id: z.string(),
    state: z.string(),
    tool: z.string(),
    reason: z.string(),
    digest: z.string(),
    askedAt: time,
    answerableUntil: time,
    parts: z.array(facts),
    offers: z.array(z.strictObject({ answer, scope: z.string() })),
    withheld: z.array(z.strictObject({ answer, why: z.string() })),
    decidedBy: z.string().nullable(),
    decidedAt: time.nullable(),
  })
  .meta({ id: 'Approval' })

export const decision = z
  .strictObject({
    answer,
    digest: z.string().min(1).max(200).describe('The digest of the request that was shown.'),
    reason: z.string().max(4_000).optional().describe('Read by the model after a denial. Recorded.'),
  })
  .meta({ id: 'ApprovalDecision' })
