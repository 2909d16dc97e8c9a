import type { Principal } from '../base/principal.ts'
import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import type { FlowJudgement, FlowMode } from '../flow/sink.ts'
import type { Authority } from '../policy/authority.ts'
import { decideWithSet } from '../policy/decide-with-set.ts'
import type { Decision, Verdict } from '../policy/decision.ts'
import type { Target } from '../target/target.ts'
import { createRecordReader } from './read-recorded-calls.ts'
import type { KnownTool, RecordedCall } from './recorded-call.ts'
import { createCommandRestorer, type SimulationPlace } from './restore-commands.ts'

/** The policy to try, and what is needed to read the record. */
export interface SimulationOptions extends SimulationPlace {
  /** The policy to try, for the calls of a principal. */
  readonly authority: Authority | ((principal: Principal) => Authority)
  /** The tools of today, by canonical name. */
  findTool(name: string): KnownTool | undefined
  /**
   * The mode of information flow to try: all but `off` and `watch` add the questions that `guard` asks, as the record says who decided a write.
   * Default: `off`.
   */
  readonly flow?: FlowMode
  /** The number of examples kept of each group. Default 3. */
  readonly examples?: number
}

/** One call whose verdict would change. */
export interface ChangedCall {
  readonly session: string
  readonly toolCallId: string
  /** As recorded: scrubbed. */
  readonly input: unknown
  readonly targets: readonly Target[]
  /** The values that nobody vouches for, with the places they came from. Only if information flow asks. */
  readonly because?: readonly string[]
}

/** Calls of one tool whose verdict would change in the same way, for the same reason. */
export interface ChangedGroup {
  readonly tool: string
  readonly from: Verdict
  readonly to: Verdict
  /** The rule that decided then, and the rule that would decide now. */
  readonly ruleBefore: string
  readonly rule: string
  readonly source: string
  readonly reason: string
  readonly count: number
  readonly examples: readonly ChangedCall[]
}

/** The result of a simulation. */
export interface SimulationReport {
  /** The number of recorded calls that were decided again. */
  readonly calls: number
  /** The number of calls whose verdict would change. */
  readonly changed: number
  /** Most frequent first. */
  readonly groups: readonly ChangedGroup[]
  /** Decisions that could not be rebuilt, by reason. */
  readonly unreadable: Readonly<Record<string, number>>
}

/** A simulation that is fed event by event, in the order of the record. */
export interface Simulation {
  add(event: DrawbridgeEvent): void
  report(): SimulationReport
}

/**
 * Tries a policy against recorded sessions: nothing runs, nothing is asked. Facts come from the record, secrets in them scrubbed
 * away; hooks and grants are left out on both sides.
 */
export function createSimulation({
  authority,
  findTool,
  flow = 'off',
  examples: most = 3,
  ...place
}: SimulationOptions): Simulation {
  const read = createRecordReader(findTool)
  const restore = createCommandRestorer(place)
  const groups = new Map<string, ChangedGroup>()
  const unreadable = new Map<string, number>()
  const judged = new Map<string, FlowJudgement>()
  let calls = 0

  const compare = (call: RecordedCall) => {
    calls += 1
    const judge = typeof authority === 'function' ? authority(call.facts.principal) : authority
    const judgement = judged.get(keyOf(call))
    judged.delete(keyOf(call))
    const decision = withFlow(decideWithSet(judge, restore(call.facts)), judgement)
    if (decision.verdict === call.verdict) return
    const key = JSON.stringify([
      call.facts.tool,
      call.verdict,
      decision.verdict,
      call.rule,
      decision.rule,
      decision.source,
    ])
    groups.set(key, withCall(groups.get(key) ?? emptyGroup(call, decision), { call, decision }, most))
  }

  return {
    add: (event) => {
      if (event.type === 'flow.judged' && flow !== 'off' && flow !== 'watch') judged.set(keyOf(event), event)
      const reading = read(event)
      if (reading.kind === 'call') compare(reading.call)
      if (reading.kind === 'unreadable') unreadable.set(reading.why, (unreadable.get(reading.why) ?? 0) + 1)
    },
    report: () => {
      const sorted = [...groups.values()].sort((left, right) => right.count - left.count)
      const changed = sorted.reduce((sum, { count }) => sum + count, 0)
      return { calls, changed, groups: sorted, unreadable: Object.fromEntries(unreadable) }
    },
  }
}

/** {@link createSimulation} over events that are at hand. */
export function simulate(events: Iterable<DrawbridgeEvent>, options: SimulationOptions): SimulationReport {
  const simulation = createSimulation(options)
  for (const event of events) simulation.add(event)
  return simulation.report()
}

function emptyGroup(
  { facts: { tool }, verdict: from, rule: ruleBefore }: RecordedCall,
  decision: Decision,
): ChangedGroup {
  const { verdict: to, rule, source, reason } = decision
  return { tool, from, to, ruleBefore, rule, source, reason, count: 0, examples: [] }
}

function withCall(
  group: ChangedGroup,
  { call, decision }: { readonly call: RecordedCall; readonly decision: Decision },
  most: number,
): ChangedGroup {
  const count = group.count + 1
  if (group.examples.length >= most) return { ...group, count }
  const { session, toolCallId, facts } = call
  const { input, targets } = facts
  const because = decision.flow?.findings.map((finding) => finding.because)
  const example = { session, toolCallId, input, targets, ...(because === undefined ? {} : { because }) }
  return { ...group, count, examples: [...group.examples, example] }
}

function keyOf({ session, toolCallId }: Pick<RecordedCall, 'session' | 'toolCallId'>): string {
  return `${session}\n${toolCallId}`
}

/** Adds the question that `guard` asks to a verdict that allows. */
function withFlow(decision: Decision, judgement: FlowJudgement | undefined): Decision {
  const [first] = judgement?.verdict === 'ask' ? judgement.findings : []
  if (judgement === undefined || first === undefined || decision.verdict !== 'allow') return decision
  const reason = 'A stranger’s words decide it.'
  const { contained: _, ...rest } = decision
  return { ...rest, verdict: 'ask', rule: `flow.${first.check}`, source: 'built-in', reason, flow: judgement }
}
