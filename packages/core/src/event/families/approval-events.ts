import type { ApprovalDecision, ApprovalRequest } from '../../approval/approval-request.ts'
import type { Grant } from '../../grant/grant.ts'
import type { OutcomeCode } from '../../outcome/outcome-code.ts'
import type { EventFamily } from '../event-family.ts'
import { saysItsCall } from '../is-whole.ts'
import { scrubFields } from '../scrub-fields.ts'

export interface PermissionRequested {
  readonly type: 'permission.requested'
  readonly toolCallId: string
  readonly request: ApprovalRequest
}

export interface PermissionDecided {
  readonly type: 'permission.decided'
  readonly toolCallId: string
  readonly approver: string
  readonly decision: ApprovalDecision
}

/** A person allowed more than one call. */
export interface PermissionGranted {
  readonly type: 'permission.granted'
  readonly toolCallId: string
  readonly grant: Grant
}

/** No one decided: time ran out, no one could be reached, or the run was aborted. */
export interface PermissionFailed {
  readonly type: 'permission.failed'
  readonly toolCallId: string
  readonly requestId: string
  readonly code: OutcomeCode
  readonly message: string
  /** The reason why no one could be asked. */
  readonly why?: string
  /** The way in which it can still be answered. */
  readonly answersLater?: string
}

/** The events of questions about calls. */
export interface ApprovalEvents {
  readonly 'permission.requested': PermissionRequested
  readonly 'permission.decided': PermissionDecided
  readonly 'permission.granted': PermissionGranted
  readonly 'permission.failed': PermissionFailed
}

export const approvalEvents: EventFamily<ApprovalEvents> = {
  'permission.requested': {
    scrub: scrubFields('request'),
    line: ({ request }) => ({ tool: request.tool }),
    replay: 'made',
    isWhole: saysItsCall,
  },
  'permission.decided': {
    scrub: scrubFields('decision'),
    line: ({ approver, decision }) => ({ approver, answer: decision.answer }),
    replay: 'made',
    isWhole: saysItsCall,
  },
  'permission.granted': {
    scrub: scrubFields('grant'),
    line: ({ grant }) => ({ tool: grant.tool }),
    replay: 'made',
    isWhole: saysItsCall,
  },
  'permission.failed': {
    scrub: scrubFields('message', 'why', 'answersLater'),
    line: ({ code }) => ({ code }),
    replay: 'made',
    isWhole: saysItsCall,
  },
}
