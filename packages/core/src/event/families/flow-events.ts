import type { FlowJudgement } from '../../flow/sink.ts'
import type { EventFamily } from '../event-family.ts'
import { isText, saysItsTool } from '../is-whole.ts'
import { scrubFields } from '../scrub-fields.ts'

/** The user or the operator said something, which may decide what calls do. */
export interface SessionHeard {
  readonly type: 'session.heard'
  readonly from: 'user' | 'operator'
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
    because: 'people say it',
    isWhole: ({ from, text }) => (from === 'user' || from === 'operator') && isText(text),
  },
  'flow.judged': {
    scrub: scrubFields('findings', 'vouched'),
    line: ({ tool, mode, verdict, findings }) => ({ tool, mode, verdict, findings: findings.length }),
    replay: 'made',
    isWhole: (fields) => saysItsTool(fields) && Array.isArray(fields.findings) && Array.isArray(fields.vouched),
  },
}
