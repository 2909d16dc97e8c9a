import type { ApprovalDecision, ApprovalRequest } from '@drawbridge/core'
import { partsOf } from '@drawbridge/core/approval'
import { isJsonObject } from '@drawbridge/core/base'
import { type Statement, statement } from '../database/statement.ts'
import type { ApprovalState, ApprovalTables } from './approval-tables.ts'

/** A question as the desk keeps it. Times in milliseconds since the Unix epoch. */
export interface StoredApproval {
  /** Scrubbed; it can be answered until its `expiresAt`. */
  readonly request: ApprovalRequest
  readonly state: ApprovalState | 'expired'
  /** The process that asked first. */
  readonly askedBy: string
  /** In milliseconds since the Unix epoch. */
  readonly askedAt: number
  readonly decision?: Pick<ApprovalDecision, 'answer' | 'reason' | 'metadata'>
  readonly decidedBy?: string
  /** In milliseconds since the Unix epoch. */
  readonly decidedAt?: number
}

export type ApprovalRow = ApprovalTables['approvals']

const columns = 'id, question, run, request, state, decision, decided_by, decided_at, asked_by, asked_at, expires_at'

/** If the question is already open, the existing row stays and its expiry is extended. */
export const enterQuestion = statement<
  [id: string, question: string, run: string, request: string, askedBy: string, askedAt: number, expiresAt: number],
  { id: string }
>(
  `insert into approvals (id, question, run, request, state, asked_by, asked_at, expires_at)
    values ($1, $2, $3, $4, 'pending', $5, $6, $7)
    on conflict (question) where state = 'pending' do update set expires_at = excluded.expires_at
    returning id`,
)
/**
 * If several processes claim an answer at once, one gets it. A concurrent answer is waited for, so that none is missed.
 */
export const claimAnswer: Statement<[question: string, now: number], ApprovalRow> = {
  text: { sqlite: claimText(''), postgres: claimText('for update') },
}
function claimText(lock: string): string {
  return `update approvals set state = 'consumed'
    where state = 'decided' and id in (
      select id from approvals where question = $1 and state = 'decided' and expires_at > $2
      order by decided_at, id limit 1 ${lock}
    )
    returning ${columns}`
}
export const answerQuestion = statement<
  [id: string, decision: string, decidedBy: string, decidedAt: number],
  ApprovalRow
>(
  `update approvals set state = 'decided', decision = $2, decided_by = $3, decided_at = $4
    where id = $1 and state = 'pending' and expires_at > $4
    returning ${columns}`,
)
export const withdrawQuestion = statement<[id: string], { id: string }>(
  "update approvals set state = 'withdrawn' where id = $1 and state in ('pending', 'decided') returning id",
)
export const endQuestionsOfRun = statement<[run: string, by: string, at: number], { id: string }>(
  `update approvals set state = 'ended', decided_by = $2, decided_at = $3
    where run = $1 and state = 'pending' returning id`,
)
export const removeQuestion = statement<[id: string]>('delete from approvals where id = $1')
export const findApproval = statement<[id: string], ApprovalRow>(`select ${columns} from approvals where id = $1`)
export const openApprovals = statement<[now: number], ApprovalRow>(
  `select ${columns} from approvals where state = 'pending' and expires_at > $1 order by asked_at, id`,
)
export const allApprovals = statement<[], ApprovalRow>(`select ${columns} from approvals order by asked_at, id`)
export const pruneApprovals = statement<[before: number]>('delete from approvals where expires_at < $1')

export function readApproval(row: ApprovalRow, now: number): StoredApproval {
  const request = JSON.parse(row.request) as ApprovalRequest
  const isOpen = row.state === 'pending' || row.state === 'decided'
  return {
    request: {
      ...older(request, row),
      ...request,
      id: row.id,
      answerableUntil: row.expires_at,
      expiresAt: row.expires_at,
    },
    state: isOpen && row.expires_at <= now ? 'expired' : row.state,
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    ...(row.decision === null ? {} : { decision: readDecision(row.decision) }),
    ...(row.decided_by === null ? {} : { decidedBy: row.decided_by }),
    ...(row.decided_at === null ? {} : { decidedAt: row.decided_at }),
  }
}

/** Fills in the fields that an earlier version did not store. */
function older({ targets }: ApprovalRequest, { asked_at: askedAt }: ApprovalRow) {
  return { ...partsOf(targets), withheld: [], earlier: [], askedAt }
}

export function readDecision(text: string): NonNullable<StoredApproval['decision']> {
  const value: unknown = JSON.parse(text)
  if (!isJsonObject(value)) throw new TypeError('A decision in the database is not an object.')
  return value as unknown as NonNullable<StoredApproval['decision']>
}
