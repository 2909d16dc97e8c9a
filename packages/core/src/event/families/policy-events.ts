import type { FlowJudgement } from '../../flow/sink.ts'
import type { Verdict } from '../../policy/decision.ts'
import type { EventFamily } from '../event-family.ts'
import { isText, saysItsCall, saysItsTool } from '../is-whole.ts'
import { scrubFields } from '../scrub-fields.ts'

/** The verdict of one policy on a call, with the rule that decided. */
export interface PolicyVerdict {
  readonly verdict: Verdict
  readonly rule: string
  /** As {@link Decision.source}. */
  readonly source: string
  readonly reason: string
}

/** The shadow policy would have decided on a call otherwise than the policy in force, hooks, grants and people left out. */
export interface PolicyDiffered {
  readonly type: 'policy.differed'
  readonly toolCallId: string
  readonly tool: string
  readonly live: PolicyVerdict
  readonly shadow: PolicyVerdict
}

/** The shadow policy could not decide on a call. The call was not affected. */
export interface PolicyShadowFailed {
  readonly type: 'policy.shadow_failed'
  readonly toolCallId: string
  readonly tool: string
  readonly message: string
}

/** The events of a second policy that is compared with the one in force. */
export interface PolicyEvents {
  readonly 'policy.differed': PolicyDiffered
  readonly 'policy.shadow_failed': PolicyShadowFailed
}

const because = 'the current shadow policy may be a different one'

export const policyEvents: EventFamily<PolicyEvents> = {
  'policy.differed': {
    scrub: scrubFields('live', 'shadow'),
    line: ({ tool, live, shadow }) => ({ tool, live: live.verdict, shadow: shadow.verdict, rule: shadow.rule }),
    replay: 'told',
    because,
    isWhole: (fields) => saysItsCall(fields) && [fields.live, fields.shadow].every(isVerdict),
  },
  'policy.shadow_failed': {
    scrub: scrubFields('message'),
    line: ({ tool }) => ({ tool }),
    replay: 'told',
    because,
    isWhole: saysItsCall,
  },
}

function isVerdict(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'verdict' in value && 'rule' in value && 'source' in value
}

/** The user or the operator said something, which may decide what calls do; or another agent, which counts as a stranger. */
export interface SessionHeard {
  readonly type: 'session.heard'
  readonly from: 'user' | 'operator' | 'agent'
  readonly text: string
}

/** A write was judged by whose words decide it. */
export interface FlowJudged extends FlowJudgement {
  readonly type: 'flow.judged'
  readonly toolCallId: string
  readonly tool: string
}

/** The events of information flow. */
export interface FlowEvents {
  readonly 'session.heard': SessionHeard
  readonly 'flow.judged': FlowJudged
}

export const flowEvents: EventFamily<FlowEvents> = {
  'session.heard': {
    scrub: scrubFields('text'),
    line: ({ from }) => ({ from }),
    replay: 'input',
    because: 'people and other agents say it',
    isWhole: ({ from, text }) => (from === 'user' || from === 'operator' || from === 'agent') && isText(text),
  },
  'flow.judged': {
    scrub: scrubFields('findings', 'vouched'),
    line: ({ tool, mode, verdict, findings }) => ({ tool, mode, verdict, findings: findings.length }),
    replay: 'made',
    isWhole: (fields) => saysItsTool(fields) && Array.isArray(fields.findings) && Array.isArray(fields.vouched),
  },
}
