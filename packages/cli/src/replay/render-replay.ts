import { escapeToOneLine, shorten } from '@drawbridge/core/base'
import type { ReplayDifference, ReplayReport } from '@drawbridge/core/replay'
import type { Style } from '@drawbridge/room/text'

/** Longest value that a difference shows. */
const maxLength = 160

/** A replay for people: whether all is equal, and the first differences. */
export function renderReplay(report: ReplayReport, style: Style): string {
  const { taken, unfinished, tornLines, different, differences } = report
  const notes = [
    ...Object.entries(taken).map(([why, count]) => `${count} taken from the record: ${escapeToOneLine(why)}`),
    ...(unfinished === 0 ? [] : [`${unfinished} without an end in the record`]),
    ...(tornLines === 0 ? [] : [`${tornLines} torn lines`]),
  ]
  const rest = different - differences.length
  const more = rest > 0 ? `… and ${rest} more\n` : ''
  return [
    `${summarize(report, style)}\n`,
    ...notes.map((note) => `${style.faint(note)}\n`),
    ...differences.map((difference) => renderDifference(difference, style)),
    more,
  ].join('')
}

function summarize({ status, events, equal, different }: ReplayReport, style: Style): string {
  switch (status) {
    case 'equal':
      return `${style.good('equal')}  ${equal} of ${events} events happened again, equal in every field.`
    case 'different':
      return `${style.bad('different')}  ${different} differences; ${equal} of ${events} events are equal.`
    case 'empty':
      return `${style.notice('empty')}  none of ${events} events could be replayed.`
  }
}

function renderDifference(difference: ReplayDifference, style: Style): string {
  const { kind, event, toolCallId = '' } = difference
  const where = 'sequence' in difference ? `#${difference.sequence} ` : ''
  const head = `\n${style.strong(`${where}${event}`)} ${escapeToOneLine(toolCallId)}`.trimEnd()
  switch (kind) {
    case 'missing':
      return `${head}  did not happen again\n`
    case 'extra':
      return `${head}  is not in the record${because(difference.because)}\n`
    case 'changed': {
      const { path, recorded, replayed } = difference
      return `${head}  ${escapeToOneLine(path)}\n  ${style.faint('recorded')} ${show(recorded)}\n  ${style.faint('replayed')} ${show(replayed)}${because(difference.because)}\n`
    }
  }
}

function because(why: string | undefined): string {
  return why === undefined ? '' : `: ${shorten(escapeToOneLine(why), maxLength)}`
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : shorten(escapeToOneLine(JSON.stringify(value) ?? ''), maxLength)
}
