import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import type { PolicyDiffered } from '../event/families/policy-events.ts'
import type { ChangedCall, ChangedGroup, SimulationReport } from './simulate.ts'

/** The recorded calls on which the shadow policy would have decided otherwise. */
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
        case 'policy.shadow_failed':
          failed.set(event.message, (failed.get(event.message) ?? 0) + 1)
          return
        case 'tool.started':
          calls += 1
          return show(event, { input: event.input, targets: event.targets })
        case 'tool.denied': {
          const { decision, targets } = event.result.meta
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

  function show(
    event: { readonly session: string; readonly toolCallId: string },
    { input, targets }: Pick<ChangedCall, 'input' | 'targets'>,
  ): void {
    const group = awaited.get(keyOf(event))
    if (group === undefined || !awaited.delete(keyOf(event)) || group.examples.length >= most) return
    group.examples.push({ session: event.session, toolCallId: event.toolCallId, input, targets })
  }
}

function keyOf({ session, toolCallId }: { readonly session: string; readonly toolCallId: string }): string {
  return `${session}\n${toolCallId}`
}
