import type { CallFacts } from '../policy/authority.ts'
import type { Verdict } from '../policy/decision.ts'

/** A call of a recorded session that the policy of its time decided on, as far as the record tells. */
export interface RecordedCall {
  readonly session: string
  readonly toolCallId: string
  readonly facts: CallFacts
  /** The policy's verdict, without a person's or a grant's answer to its question. */
  readonly verdict: Verdict
  readonly rule: string
}

/** The facts about a tool that are not in the record. */
export type KnownTool = Pick<CallFacts, 'groups' | 'tags' | 'permission' | 'risk'>
