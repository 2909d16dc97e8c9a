import { isEndEvent } from '../event/drawbridge-event.ts'
import type { FlowJudged } from '../event/families/policy-events.ts'
import type { RecordedLine } from '../replay/recorded-line.ts'
import type { Trust } from '../result/label.ts'

/** A source that a session read: a tool, and the place that it read. */
export interface FlowSource {
  readonly tool: string
  readonly target?: string
  readonly trust: Trust
  /** The number of results from it. */
  readonly results: number
}

/** A write that was judged by whose words decide it, and what became of it. */
export interface ReportedAct extends Pick<FlowJudged, 'toolCallId' | 'tool' | 'mode' | 'findings' | 'vouched'> {
  /** As judged: `ask` if `guard` asks about it. */
  readonly verdict: FlowJudged['verdict']
  /** The end of the call. Absent if it has none. */
  readonly ended?: 'completed' | 'failed' | 'denied' | 'cancelled'
}

/** The flow of information through a recorded session. */
export interface FlowReport {
  /** The number of messages that were heard. */
  readonly heard: { readonly user: number; readonly operator: number; readonly agent: number }
  /** In the order in which they were first read. */
  readonly sources: readonly FlowSource[]
  readonly acts: readonly ReportedAct[]
  /** The number of acts that `guard` asks about. */
  readonly asked: number
}

/** Reports where the words of a session came from, and what they decided. */
export async function reportFlowOf(lines: Iterable<RecordedLine> | AsyncIterable<RecordedLine>): Promise<FlowReport> {
  const heard = { user: 0, operator: 0, agent: 0 }
  const sources = new Map<string, FlowSource>()
  const acts = new Map<string, ReportedAct>()
  for await (const line of lines) {
    if (line.type === 'session.heard') heard[line.from] += 1
    if (line.type === 'flow.judged') {
      const { toolCallId, tool, mode, verdict, findings, vouched } = line
      acts.set(toolCallId, { toolCallId, tool, mode, verdict, findings, vouched })
    }
    if (line.type === 'torn' || !isEndEvent(line)) continue
    const act = acts.get(line.toolCallId)
    const ended = line.type.slice('tool.'.length) as NonNullable<ReportedAct['ended']>
    if (act !== undefined) acts.set(line.toolCallId, { ...act, ended })
    for (const { label } of line.result.content) {
      for (const { tool, target } of label.sources) {
        const key = JSON.stringify([tool, target, label.trust])
        const { results = 0 } = sources.get(key) ?? {}
        const place = target === undefined ? {} : { target }
        sources.set(key, { tool, ...place, trust: label.trust, results: results + 1 })
      }
    }
  }
  const all = [...acts.values()]
  return {
    heard,
    sources: [...sources.values()],
    acts: all,
    asked: all.filter(({ verdict }) => verdict === 'ask').length,
  }
}
