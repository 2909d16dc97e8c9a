import type { ApprovalAnswer, ApprovalRequest } from '@drawbridge/core'
import { openApprovalsPath } from '../../api/open-approvals-path.ts'
import { toTime } from '../../api/server-clock.ts'

/** The end of a question: who answered what, and when. */
export interface Settlement {
  readonly answer?: ApprovalAnswer
  readonly by?: string
  readonly at?: string | number
  readonly reason?: string
}

/** The state of a question: it is open, or it has ended in some way. */
export type ApprovalState = 'open' | 'settled' | 'expired' | 'withdrawn'

/** A question about a call, with what the server knows around it. */
export interface Approval extends ApprovalRequest {
  readonly state: ApprovalState
  readonly settled?: Settlement
  readonly sessionTitle?: string
  readonly node?: string
  /** The place where it would run, e.g. `bubblewrap`. */
  readonly sandbox?: string
  readonly turn?: { readonly index: number; readonly size: number }
  /** The last words of the user of this session. */
  readonly userAsked?: { readonly text: string; readonly at: string | number }
  readonly recentCalls?: readonly { readonly tool: string; readonly status: string; readonly line?: string }[]
  /** The agent's own words about the call: nobody checked them. */
  readonly agentSays?: string
  /** The last denial of the same question, with its reason. */
  readonly lastDenial?: { readonly reason?: string; readonly at: string | number; readonly by?: string }
}

/** The preview of an answer beyond one call. */
export interface GrantPreview {
  /** Exactly the words of the grant that would be saved. */
  readonly scope: string
  readonly wouldCover: readonly string[]
  readonly wouldNot: readonly string[]
}

/** The body of an answer. */
export interface DecisionBody {
  readonly answer: ApprovalAnswer
  /** The digest of what was painted. Another one at the server refuses the answer. */
  readonly digest: string
  readonly reason?: string
}

/** A question as the API has it: times are texts, and the answer is in fields of its own. */
export interface AnsweredApproval extends Omit<Approval, 'state' | 'settled' | 'askedAt' | 'answerableUntil'> {
  readonly state: string
  readonly askedAt: string | number
  readonly answerableUntil: string | number
  readonly decision?: { readonly answer?: ApprovalAnswer; readonly reason?: string } | null
  readonly decidedBy?: string | null
  readonly decidedAt?: string | null
}

/** The paths of the open questions, the first of them in one piece, and of all. */
export const approvalPaths = {
  open: openApprovalsPath,
  everyOpen: '/approvals?state=pending',
  all: '/approvals?state=all',
  one: (id: string): string => `/approvals/${encodeURIComponent(id)}`,
} as const

/** Returns a question of the API in the form in which the page shows it. */
export function approvalOf(answered: AnsweredApproval): Approval {
  const { state, askedAt, answerableUntil, decision, decidedBy, decidedAt, ...rest } = answered
  const reason = decision?.reason
  const ended =
    state === 'pending'
      ? {}
      : {
          settled: {
            ...(decision?.answer === undefined ? {} : { answer: decision.answer }),
            ...(decidedBy === undefined || decidedBy === null ? {} : { by: decidedBy }),
            ...(decidedAt === undefined || decidedAt === null ? {} : { at: decidedAt }),
            ...(reason === undefined ? {} : { reason }),
          },
        }
  return {
    ...rest,
    state: stateOf(state, decision?.answer),
    askedAt: toTime(askedAt),
    answerableUntil: toTime(answerableUntil),
    ...ended,
  }
}

function stateOf(state: string, answer: ApprovalAnswer | undefined): ApprovalState {
  if (state === 'pending') return 'open'
  if (state === 'expired') return 'expired'
  return answer === undefined ? 'withdrawn' : 'settled'
}
