import type { ApprovalPreview, ApprovalRequest } from './approval-request.ts'

/** What a call would change in its files as they are now; undefined for calls that change no text. */
export type PreviewCall = (
  call: Pick<ApprovalRequest, 'tool' | 'input' | 'targets' | 'principal'>,
) => Promise<ApprovalPreview | undefined>
