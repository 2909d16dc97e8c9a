import type { ApprovalPreview, ApprovalRequest } from './approval-request.ts'

/** Returns the change that a call would make to its current files; undefined for calls that change no text. */
export type PreviewCall = (
  call: Pick<ApprovalRequest, 'tool' | 'input' | 'targets' | 'principal'>,
) => Promise<ApprovalPreview | undefined>
