import type { HookEvent, HookVerdict } from '../../hook/hook.ts'
import type { EventFamily } from '../event-family.ts'
import { saysItsCall } from '../is-whole.ts'
import { scrubFields } from '../scrub-fields.ts'

/** A gating hook returned something other than `allow`. */
export interface HookAnswered {
  readonly type: 'hook.answered'
  readonly hook: string
  readonly event: HookEvent
  readonly toolCallId: string
  readonly answer: Exclude<HookVerdict, { verdict: 'allow' }>
}

/** An observing hook failed, which changed nothing. A gating one that fails denies its call, and the denial says so. */
export interface HookFailed {
  readonly type: 'hook.failed'
  readonly hook: string
  readonly event: HookEvent
  readonly toolCallId?: string
  readonly message: string
}

/** The events of the operator's hooks. */
export interface HookEvents {
  readonly 'hook.answered': HookAnswered
  readonly 'hook.failed': HookFailed
}

export const hookEvents: EventFamily<HookEvents> = {
  'hook.answered': {
    scrub: scrubFields('answer'),
    line: ({ hook, event, answer }) => ({ hook, event, answer: answer.verdict }),
    replay: 'made',
    isWhole: saysItsCall,
  },
  'hook.failed': {
    scrub: scrubFields('message'),
    line: ({ hook, event }) => ({ hook, event }),
    replay: 'made',
    isWhole: (fields) => fields.toolCallId === undefined || saysItsCall(fields),
  },
}
