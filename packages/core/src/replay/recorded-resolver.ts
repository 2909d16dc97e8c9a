import type { EndEvent } from '../event/drawbridge-event.ts'
import type { OutcomeCode } from '../outcome/outcome-code.ts'
import type { DeclaredTarget } from '../target/declared-target.ts'
import type { Target } from '../target/target.ts'
import type { TargetResolution, TargetResolver } from '../target/target-resolver.ts'
import type { CallHistory } from './history.ts'
import { brokenBy, recordedFailure } from './recorded-failure.ts'

/** Puts back what a record leaves out of targets, such as the analysis of commands. */
export type RestoreTargets = (targets: readonly Target[], declared: readonly DeclaredTarget[]) => readonly Target[]

/** Resolves what a call touched as it was resolved then: the disk may have changed since. */
export function createRecordedResolver(history: CallHistory, restore: RestoreTargets): TargetResolver {
  const asked = history.slots.flatMap(({ event }) => {
    if (event.type === 'permission.requested') return [event.request]
    return event.type === 'tool.resumed' ? [event.receipt.request] : []
  })
  const started = history.slots.flatMap(({ event }) => (event.type === 'tool.started' ? [event] : []))
  const wasAllowed = history.slots.some(({ event }) => event.type === 'permission.decided')
  const { end } = history
  const ended = end?.result.meta.targets ?? []
  const unresolved = end !== undefined && started.length === 0 && wasRefusedByMachine(end) ? end : undefined
  // A fault after inspection occurs again at the next gate, which knows no targets.
  const [called] = history.slots
  const brokeHere = called?.event.type === 'tool.called' && called.event.arguments === undefined && ended.length === 0
  const broke = end !== undefined && started.length === 0 && brokeHere ? brokenBy(end) : undefined
  let isFirst = true

  const resolved = (targets: readonly Target[], declared: readonly DeclaredTarget[]): TargetResolution => ({
    status: 'resolved',
    targets: restore(targets, declared),
  })
  return {
    resolve: (declared) => {
      if (broke !== undefined) throw broke
      const wasFirst = isFirst
      isFirst = false
      const [firstAsked] = asked
      if (unresolved !== undefined && (wasFirst ? firstAsked === undefined : wasAllowed)) return refused(unresolved)
      const [before, after] = [firstAsked?.targets, started[0]?.targets]
      return resolved((wasFirst ? before : after) ?? before ?? after ?? ended, declared)
    },
  }
}

function refused(end: EndEvent): TargetResolution {
  return { status: end.type === 'tool.denied' ? 'denied' : 'failed', failure: recordedFailure(end) }
}

/**
 * Returns true if a call ended because its declared targets could not be resolved: any code that belongs to no gate.
 */
function wasRefusedByMachine({ type, result: { code, meta } }: EndEvent): boolean {
  if (type === 'tool.cancelled' || code === undefined) return false
  return !codesOfGates.has(code) && meta.decision === undefined
}

const codesOfGates: ReadonlySet<OutcomeCode> = new Set<OutcomeCode>([
  'invalid_call',
  'too_many_parameters',
  'unknown_tool',
  'tool_not_available',
  'validation_error',
  'rate_limited',
  'denied_by_hook',
  'denied_by_policy',
  'denied_by_user',
  'approval_timeout',
  'approval_unavailable',
  'approval_void',
  'aborted',
  'internal_error',
  'not_started_after_failed_write',
  'store_unavailable',
])
