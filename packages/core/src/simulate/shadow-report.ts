import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import type { FlowJudged, PolicyDiffered } from '../event/families/policy-events.ts'
import type { ChangedCall, ChangedGroup, SimulationReport } from './simulate.ts'

/**
 * The recorded calls on which the shadow policy would have decided otherwise, or about which information flow in the mode `watch` would have
 * asked in the mode `guard`.
 */
export interface ShadowReport extends Pick<SimulationReport, 'changed' | 'groups'> {
  /** Recorded calls that the policy in force decided on. */
  readonly calls: number
  /** Calls that the shadow policy could not decide on, by reason. */
  readonly failed: Readonly<Record<string, number>>
}

/** A report that is fed event by event, in the order of the record. */
export interface ShadowReporter {
  add(event: DrawbridgeEvent): void
  report(): ShadowReport
}

interface OpenGroup extends Omit<ChangedGroup, 'count' | 'examples'> {
  count: number
  readonly examples: ChangedCall[]
}

/** @param options.examples Kept of each group. Default 3. */
export function createShadowReporter({ examples: most = 3 }: { readonly examples?: number } = {}): ShadowReporter {
  const groups = new Map<string, OpenGroup>()
  const failed = new Map<string, number>()
  /** Calls whose start or end will show what they were about. */
  const awaited = new Map<string, OpenGroup>()
  /** Judged in the mode `watch`: `guard` would have asked, unless the policy does. */
  const watched = new Map<string, FlowJudged>()
  let calls = 0

  return {
    add: (event) => {
      switch (event.type) {
        case 'policy.differed': {
          const group = groupOf(event)
          group.count += 1
          if (group.examples.length < most) awaited.set(keyOf(event), group)
          return
        }
        case 'flow.judged':
          if (event.mode === 'watch' && event.verdict === 'ask') watched.set(keyOf(event), event)
          return
        case 'permission.requested':
          watched.delete(keyOf(event))
          return
        case 'policy.shadow_failed':
          failed.set(event.message, (failed.get(event.message) ?? 0) + 1)
          return
        case 'tool.started':
          calls += 1
          note(event, { input: event.input, targets: event.targets })
          return show(event, { input: event.input, targets: event.targets })
        case 'tool.denied': {
          const { decision, targets } = event.result.meta
          watched.delete(keyOf(event))
          if (decision === undefined) return
          calls += 1
          return show(event, { input: event.arguments, targets })
        }
      }
    },
    report: () => {
      const sorted = [...groups.values()].sort((left, right) => right.count - left.count)
      const changed = sorted.reduce((sum, { count }) => sum + count, 0)
      return { calls, changed, groups: sorted, failed: Object.fromEntries(failed) }
    },
  }

  function groupOf({ tool, live, shadow: { verdict: to, rule, source, reason } }: PolicyDiffered): OpenGroup {
    const key = JSON.stringify([tool, live.verdict, to, live.rule, rule, source])
    const known = groups.get(key)
    if (known !== undefined) return known
    const { verdict: from, rule: ruleBefore } = live
    const made: OpenGroup = { tool, from, to, ruleBefore, rule, source, reason, count: 0, examples: [] }
    groups.set(key, made)
    return made
  }

  /** Notes a call that ran without a question, although a stranger's words decided it. */
  function note(
    event: { readonly session: string; readonly toolCallId: string },
    call: Pick<ChangedCall, 'input' | 'targets'>,
  ): void {
    const judged = watched.get(keyOf(event))
    const [first] = judged?.findings ?? []
    watched.delete(keyOf(event))
    if (judged === undefined || first === undefined) return
    const key = JSON.stringify([judged.tool, first.check])
    const group = groups.get(key) ?? watchedGroup(judged.tool, first.check)
    groups.set(key, group)
    group.count += 1
    const { session, toolCallId } = event
    if (group.examples.length < most)
      group.examples.push({ session, toolCallId, ...call, because: judged.findings.map(({ because }) => because) })
  }

  function show(
    event: { readonly session: string; readonly toolCallId: string },
    { input, targets }: Pick<ChangedCall, 'input' | 'targets'>,
  ): void {
    const group = awaited.get(keyOf(event))
    if (group === undefined || !awaited.delete(keyOf(event)) || group.examples.length >= most) return
    group.examples.push({ session: event.session, toolCallId: event.toolCallId, input, targets })
  }
}

function watchedGroup(tool: string, check: string): OpenGroup {
  const reason = 'In the mode "guard" it would be asked: a stranger’s words decide it.'
  const to = { to: 'ask', rule: `flow.${check}`, source: 'built-in', reason } as const
  return { tool, from: 'allow', ruleBefore: 'flow.mode watch', ...to, count: 0, examples: [] }
}

function keyOf({ session, toolCallId }: { readonly session: string; readonly toolCallId: string }): string {
  return `${session}\n${toolCallId}`
}
