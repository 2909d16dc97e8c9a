import { scrubDecision } from '../policy/scrub-decision.ts'
import type { Scrubber } from '../scrub/index.ts'
import { scrubTargets } from '../target/scrub-targets.ts'
import type { DrawbridgeEventBody, ToolCalled } from './drawbridge-event.ts'

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
    case 'run.started':
      return body.setup === undefined ? body : { ...body, setup: value(body.setup) }
    case 'tool.called':
      return scrubCalled(body, scrubber)
    case 'tool.resumed':
      return { ...body, receipt: value(body.receipt), decision: value(body.decision) }
    case 'hook.answered':
      return { ...body, answer: value(body.answer) }
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
    case 'turn.aborted':
      return body
  }
}

function scrubCalled(called: ToolCalled, scrubber: Scrubber): ToolCalled {
  const { name, rawCallId, arguments: given, repairs } = called
  const cleanName = scrubber.scrub(name).text
  if (rawCallId === undefined && given === undefined && repairs === undefined)
    return cleanName === name ? called : { ...called, name: cleanName }
  const rest = Object.entries({ rawCallId, arguments: given, repairs }).filter(([, value]) => value !== undefined)
  return { ...called, name: cleanName, ...scrubber.scrubValue(Object.fromEntries(rest)).value }
}
