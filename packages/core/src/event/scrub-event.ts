import { scrubDecision } from '../policy/scrub-decision.ts'
import type { Scrubber } from '../scrub/index.ts'
import { scrubTargets } from '../target/scrub-targets.ts'
import type { DrawbridgeEventBody } from './drawbridge-event.ts'

/** An event with everything scrubbed that the exit of the pipeline has not scrubbed already. */
export function scrubEvent(body: DrawbridgeEventBody, scrubber: Scrubber): DrawbridgeEventBody {
  const value = <Value>(given: Value): Value => scrubber.scrubValue(given).value as Value
  const list = <Item>(given: readonly Item[]): readonly Item[] => (given.length === 0 ? given : value(given))
  switch (body.type) {
    case 'tool.started':
      return {
        ...body,
        input: value(body.input),
        targets: scrubTargets(body.targets, scrubber),
        repairs: list(body.repairs),
        decision: scrubDecision(body.decision, body.targets, scrubber),
      }
    case 'tool.progress':
      return { ...body, message: scrubber.scrub(body.message).text }
    case 'tool.completed':
    case 'tool.failed':
    case 'tool.denied':
    case 'tool.cancelled':
      return body.arguments === undefined ? body : { ...body, arguments: value(body.arguments) }
    case 'permission.requested':
      return { ...body, request: value(body.request) }
    case 'permission.decided':
      return { ...body, decision: value(body.decision) }
    case 'permission.granted':
      return { ...body, grant: value(body.grant) }
    case 'permission.failed':
    case 'hook.failed':
      return { ...body, message: scrubber.scrub(body.message).text }
    case 'run.aborted':
      return { ...body, reason: scrubber.scrub(body.reason).text }
    case 'tool.interrupted':
      return body
  }
}
