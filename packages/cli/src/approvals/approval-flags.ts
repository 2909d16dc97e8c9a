import type { ApprovalAnswer } from '@drawbridge/core'
import type { Command } from 'commander'

/** All answers, if they are offered. */
export const approvalAnswers = [
  'allow_once',
  'allow_for_session',
  'allow_always',
  'deny',
  'abort',
] as const satisfies readonly ApprovalAnswer[]

/** The options of every command about approvals and grants. */
export interface ApprovalFlags {
  readonly home?: string
  readonly config?: string
  readonly json?: boolean
}

/** Adds the flags for the place of questions and grants and the form of the answer. */
export function addApprovalFlags(command: Command): Command {
  return command
    .option('--home <folder>', "where drawbridge keeps its data (default: $DRAWBRIDGE_HOME, else '~/.drawbridge')")
    .option('--config <file>', "the operator's configuration (default: drawbridge.jsonc in the home)")
    .option('--json', 'write JSON')
}
