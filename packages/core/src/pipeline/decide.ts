import { failure } from '../outcome/failure.ts'
import type { Decision } from '../policy/decision.ts'
import type { DecidedCall, ScreenedCall } from './call.ts'
import { compareShadow } from './compare-shadow.ts'
import type { RunContext } from './run-context.ts'
import { type Stop, stop } from './stage.ts'
import { verdictOn } from './verdict-on.ts'

/** Lets the policy decide. A call that it denies ends here; one that it asks about goes on to `approve`. */
export function decide(call: ScreenedCall, context: RunContext): DecidedCall | Stop | Promise<DecidedCall | Stop> {
  const decision = verdictOn(call, context)
  if (!(decision instanceof Promise)) return conclude(call, decision, context)
  return decision.then((settled) => {
    // The policy asked. If the verdict is yes all the same, a grant said so.
    if (settled.verdict === 'allow') void context.grants.noteUse(settled.rule)
    return conclude(call, settled, context)
  })
}

function conclude(call: ScreenedCall, decision: Decision, context: RunContext): DecidedCall | Stop {
  const { approval, authority } = context
  if (authority.shadow !== undefined && approval.mode !== 'resumed') compareShadow(call, decision, context)
  // An approval that was given while no run waited is void then, which `approve` says.
  if (decision.verdict !== 'deny' || approval.mode === 'resumed') return { ...call, decision }
  const { denialCode = 'denied_by_policy', reason, rule, source } = decision
  return stop('denied', failure(denialCode, `${reason} Rule: ${rule} (${source}).`), decision)
}
