import type { Verdict } from '@drawbridge/core'
import { escapeToOneLine, shorten } from '@drawbridge/core/base'
import type { ChangedGroup, SimulationReport } from '@drawbridge/core/replay'
import type { Style } from '@drawbridge/room/text'

/** Longest input that an example shows. */
const maxLength = 160

/** A simulation for people: what changes, most frequent first, with examples. */
export function renderSimulation({ calls, changed, groups, unreadable }: SimulationReport, style: Style): string {
  const unread = Object.entries(unreadable).map(([why, count]) => `${count} not compared: ${escapeToOneLine(why)}\n`)
  const summary = `${calls} recorded calls, ${changed} would be decided differently.\n`
  return [summary, ...unread, ...groups.map((group) => renderGroup(group, style))].join('')
}

/** One group of calls for people, with why the verdict would be another. */
export function renderGroup(group: ChangedGroup, style: Style): string {
  const { tool, from, to, count, rule, source, reason, examples } = group
  const head = `\n${style.strong(tool)}  ${from} → ${paint(to, style)}  ${count} ${count === 1 ? 'call' : 'calls'}\n`
  const why = `  ${escapeToOneLine(`${reason} Rule: ${rule} (${source}).`)}\n`
  const shown = examples.flatMap(({ input, because = [] }) => [
    `  ${style.faint(shorten(escapeToOneLine(JSON.stringify(input) ?? ''), maxLength))}\n`,
    ...because.map((each) => `    ${escapeToOneLine(each)}\n`),
  ])
  return [head, why, ...shown].join('')
}

function paint(verdict: Verdict, style: Style): string {
  switch (verdict) {
    case 'allow':
      return style.good(verdict)
    case 'ask':
      return style.notice(verdict)
    case 'deny':
      return style.bad(verdict)
  }
}
