import type { ApprovalPart } from '@drawbridge/core/approval'

/** Returns true if a person has to have seen the part before they allow the call. */
export function isMarked({ marks, danger }: Pick<ApprovalPart, 'marks' | 'danger'>): boolean {
  return marks.length > 0 || danger === 'destructive' || danger === 'marked'
}
