import { isJsonObject } from '@drawbridge/core/base'
import type { ApprovalAnswerParts } from '../shared/approvals.ts'

const known: readonly unknown[] = [
  'allow_once',
  'allow_for_session',
  'allow_always',
  'deny',
  'abort',
] satisfies readonly ApprovalAnswerParts['answer'][]

/** Reads the data with which a run is resumed: an answer of ours, or `{ approved, reason }`. Undefined for anything else. */
export function readAnswer(data: unknown): ApprovalAnswerParts | undefined {
  if (!isJsonObject(data)) return undefined
  const { answer, approved, reason, decidedBy } = data
  const given = known.includes(answer) ? (answer as ApprovalAnswerParts['answer']) : wordFor(approved)
  if (given === undefined) return undefined
  return {
    answer: given,
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof decidedBy === 'string' ? { decidedBy } : {}),
  }
}

function wordFor(approved: unknown): ApprovalAnswerParts['answer'] | undefined {
  if (typeof approved !== 'boolean') return undefined
  return approved ? 'allow_once' : 'deny'
}
