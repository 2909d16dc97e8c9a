import { errorMessage } from '../error/error-message.ts'
import type { Decision } from '../policy/decision.ts'
import { ownVerdict } from '../policy/own-verdict.ts'
import type { ScreenedCall } from './call.ts'
import { callFacts } from './call-facts.ts'
import { noteEvent } from './note-event.ts'
import type { RunContext } from './run-context.ts'
import { judge } from './verdict-on.ts'

/**
 * Lets the shadow policy decide on a call as well, and records a difference. It changes nothing about the call, whatever it says and
 * even if it fails.
 */
export function compareShadow(call: ScreenedCall, decision: Decision, context: RunContext): void {
  const { authority, principal } = context
  const { toolCallId, tool } = call
  try {
    const shadow = authority.shadow?.()
    if (shadow === undefined) return
    const { verdict, rule, source, reason } = judge(call, callFacts(call, principal), { authority: shadow, principal })
    const live = {
      verdict: ownVerdict(decision),
      rule: decision.rule,
      source: decision.source,
      reason: decision.reason,
    }
    if (live.verdict === verdict) return
    noteEvent(
      { type: 'policy.differed', toolCallId, tool: tool.name, live, shadow: { verdict, rule, source, reason } },
      context,
    )
  } catch (error) {
    noteEvent({ type: 'policy.shadow_failed', toolCallId, tool: tool.name, message: errorMessage(error) }, context)
  }
}
