import type { OfferedAnswer, WithheldAnswer } from '../../approval/approval-request.ts'
import type { Failure } from '../../outcome/failure.ts'
import type { Decision } from '../../policy/decision.ts'
import type { HiddenTool } from '../../registry/hidden-tool.ts'
import type { RegisteredTool } from '../../registry/registered-tool.ts'
import { scrubTargets } from '../../target/scrub-targets.ts'
import type { Target } from '../../target/target.ts'
import { offersFor } from '../approve/request-approval.ts'
import type { CallSoFar } from '../call.ts'
import { settledVerdict } from '../gates/decide.ts'
import type { RunContext } from '../run-context.ts'
import { inspection } from '../stages.ts'

/** The expected result of a call, without running it or asking anyone. */
export interface Explanation {
  readonly tool: string
  /** The dialect in which the run takes calls, by name. */
  readonly dialect: string
  readonly available: boolean
  /** The reason that the tool is not in the run's set; absent if it is. */
  readonly hidden?: HiddenTool
  /** The failure that ends the call before the policy sees it: it neither runs nor asks. There is no `decision` then. */
  readonly failure?: Failure
  /** As what it ends there. */
  readonly ends?: 'failed' | 'denied' | 'cancelled'
  readonly targets: readonly Target[]
  /** The policy's decision. */
  readonly decision?: Decision
  /**
   * With a `failure`: the policy's decision on what is known of the call, as if its arguments were right. Absent if the tool is not in
   * the run's set.
   */
  readonly presumed?: Decision
  /**
   * The answers that an approver would be offered, each with the grant that it would save; absent if no one would be
   * asked.
   */
  readonly offers?: readonly OfferedAnswer[]
  /** The answers that are not offered, with the reason. */
  readonly withheld?: readonly WithheldAnswer[]
}

/** Takes a call through the same gates as `callTool`, as far as nothing is held, asked or run. Scrubbed. */
export async function explainCall(raw: unknown, context: RunContext): Promise<Explanation> {
  const { targets, ...explanation } = await explain(raw, context)
  const { scrubber, snapshot } = context
  const dialect = snapshot.names.dialect
  return { ...scrubber.scrubValue(explanation).value, dialect, targets: scrubTargets(targets, scrubber) }
}

async function explain(raw: unknown, context: RunContext): Promise<Omit<Explanation, 'dialect'>> {
  const passage = await inspection.pass({ raw, receivedAt: context.clock.now(), explained: true }, context)
  const name = passage.call.name ?? ''
  if (passage.passed) {
    const { tool, targets } = passage.call
    const decision = await settledVerdict(passage.call, context)
    const offers = decision.verdict === 'ask' ? offersFor({ ...passage.call, decision }, context) : {}
    return { tool: tool.name, available: true, targets, decision, ...offers }
  }
  const { tool, targets = [] } = passage.call
  const presumed = tool === undefined ? undefined : await verdictWithout(passage.call, tool, context)
  const { failure, stopped: ends } = passage.stop
  // Arguments that could not be read in the words of a dialect: the tool is there.
  const isMisread = passage.call.spoken !== undefined && failure.code === 'validation_error'
  const available = tool !== undefined || isMisread
  const hidden = available || name === '' ? {} : { hidden: context.snapshot.whyHidden(name) }
  const judged = presumed === undefined ? {} : { presumed }
  return { tool: tool?.name ?? name, available, ...hidden, ...judged, failure, ends, targets }
}

/** The policy's verdict on a call whose arguments or targets are faulty: as far as it is known what the call would touch. */
function verdictWithout(call: CallSoFar, tool: RegisteredTool, context: RunContext): Decision | Promise<Decision> {
  const { toolCallId = '', exposedName = tool.name, repairs = [], input = {}, targets = [], invocations = [] } = call
  const { name, permission, risk } = tool
  const known = { name, exposedName, toolCallId, repairs, input, targets, invocations, permission, risk }
  return settledVerdict({ arguments: {}, ...call, ...known, tool }, context)
}
