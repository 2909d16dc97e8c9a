import type { ApprovalRequest } from '../approval/approval-request.ts'
import type { Principal } from '../base/principal.ts'
import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import type { EventStamp } from '../event/event-family.ts'
import type { Decision } from '../policy/decision.ts'
import { ownVerdict } from '../policy/own-verdict.ts'
import type { KnownTool, RecordedCall } from './recorded-call.ts'

/** The result of one event: a call to compare, or a decision that cannot be rebuilt, or nothing. */
export type RecordReading =
  | { readonly kind: 'call'; readonly call: RecordedCall }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'other' }

const other: RecordReading = { kind: 'other' }

/** Rebuilds, event by event and in their order, the facts that the policy decided on. */
export function createRecordReader(
  findTool: (name: string) => KnownTool | undefined,
): (event: DrawbridgeEvent) => RecordReading {
  const requests = new Map<string, ApprovalRequest>()
  const principals = new Map<string, Principal>()

  return (event) => {
    switch (event.type) {
      case 'permission.requested':
        requests.set(keyOf(event), event.request)
        principals.set(event.run, event.request.principal)
        return other
      case 'tool.started': {
        principals.set(event.run, event.principal)
        requests.delete(keyOf(event))
        const { tool, permission, risk, input, targets, principal, decision } = event
        const { groups, tags } = findTool(tool) ?? derivedTool(tool, permission)
        return called(event, { tool, groups, tags, permission, risk, input, targets, principal }, decision)
      }
      case 'tool.denied': {
        const { tool, arguments: input, result } = event
        const { decision, targets } = result.meta
        if (decision === undefined) return other
        const request = requests.get(keyOf(event))
        requests.delete(keyOf(event))
        const known = findTool(tool)
        const { permission, risk } = request ?? known ?? {}
        if (permission === undefined || risk === undefined)
          return { kind: 'unreadable', why: `the record does not say what "${tool}" is, and no such tool is known` }
        const { groups, tags } = known ?? derivedTool(tool, permission)
        const { session, run } = event
        const principal = request?.principal ?? principals.get(run) ?? { session, run, role: 'main', parents: [] }
        return called(event, { tool, groups, tags, permission, risk, input, targets, principal }, decision)
      }
      default:
        return other
    }
  }
}

function keyOf({ session, toolCallId }: EventStamp & { readonly toolCallId: string }): string {
  return `${session}\n${toolCallId}`
}

function called(
  { session, toolCallId }: EventStamp & { readonly toolCallId: string },
  facts: RecordedCall['facts'],
  decision: Decision,
): RecordReading {
  return { kind: 'call', call: { session, toolCallId, facts, verdict: ownVerdict(decision), rule: decision.rule } }
}

/** A tool that is gone: what follows from its name and permission. */
function derivedTool(name: string, permission: KnownTool['permission']): Pick<KnownTool, 'groups' | 'tags'> {
  const [group = name] = name.split('.')
  return { groups: [group], tags: new Set([permission]) }
}
