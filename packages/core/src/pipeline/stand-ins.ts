import type { ApprovalRequest } from '../approval/approval-request.ts'
import type { ApprovalResult } from '../approval/approval-result.ts'
import type { AskOptions } from '../approval/ask-approvers.ts'
import type { AuthorizedCall, TargetedCall } from './call.ts'
import type { Ending } from './ending.ts'

/** Where a call meets the world, and a replay has the record speak in its place. */
export interface StandIns {
  /** What hooks hear of aborts: whether one reached them in time, the record knows. */
  readonly hookSignal: AbortSignal
  /** Resolves when it is the call's turn to be looked at. */
  enter(): Promise<void>
  /** Resolves when it is known whether the call's turn ends it. @param cancelling Aborted where it does. */
  admitted(cancelling: AbortSignal): Promise<void>
  /** Why its turn ends a call, where an abort and a failed write meet. @param reason Which seems to have come first. */
  reasonFor(reason: 'aborted' | 'failed_write'): 'aborted' | 'failed_write'
  /** In place of people and other approvers. */
  ask(request: ApprovalRequest, options: AskOptions): Promise<ApprovalResult>
  /** In place of the machine's word on what a call would do. */
  digest(call: TargetedCall, compute: () => Promise<string>): Promise<string>
  /** In place of the tool. */
  execute(call: AuthorizedCall): Promise<Ending>
}
