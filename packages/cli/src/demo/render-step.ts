import type { ContentBlock, DrawbridgeEvent, Outcome } from '@drawbridge/core'
import { escapeToOneLine, escapeUnprintable } from '@drawbridge/core/base'
import { type Style, wrapText } from '@drawbridge/room/text'

const labelColumns = 10
const maxColumns = 100
const maxExcerptLines = 14

/** Lays out what the demo tells, each step under a label of who speaks. */
export interface StepRenderer {
  say(speaker: string, text: string): string
  call(call: unknown): string
  /** Approvals as they happen; undefined for events of which the outcome tells. */
  event(event: DrawbridgeEvent): string | undefined
  outcome(outcome: Outcome): string
}

export function createStepRenderer(columns: number, style: Style): StepRenderer {
  const width = Math.min(columns, maxColumns) - labelColumns - 1
  const say = (speaker: string, text: string): string => {
    const rows = text.split('\n').flatMap((line) => wrapText(line, width))
    const indent = ' '.repeat(labelColumns)
    const start = speaker === '' ? indent : style.faint(speaker.padEnd(labelColumns))
    return rows.map((row, index) => `${index === 0 ? start : indent}${row}\n`).join('')
  }
  return {
    say,
    call: (call) => say('calls', describeCall(call)),
    event: (event) => {
      const text = describeEvent(event)
      return text === undefined ? undefined : say('approval', text)
    },
    outcome: (outcome) => {
      const { decision } = outcome.result.meta
      const policy =
        decision === undefined || decision.verdict === 'ask'
          ? ''
          : say('policy', `${decision.verdict}: ${decision.reason} (${decision.rule})`)
      const paint = outcome.status === 'ok' ? style.good : style.bad
      const ending = outcome.status === 'ok' ? 'ok' : `${outcome.status}, ${outcome.code}`
      return `${policy}${style.faint('result'.padEnd(labelColumns))}${paint(ending)}\n${say('', excerpt(outcome))}\n`
    },
  }
}

function describeCall(call: unknown): string {
  if (typeof call !== 'object' || call === null || !('name' in call)) return escapeToOneLine(JSON.stringify(call))
  const given = 'arguments' in call ? JSON.stringify(call.arguments) : ''
  return escapeToOneLine(`${String(call.name)} ${given}`)
}

function describeEvent(event: DrawbridgeEvent): string | undefined {
  switch (event.type) {
    case 'permission.requested':
      return `is needed: ${event.request.reason} (${event.request.rule})`
    case 'permission.decided':
      return `${event.decision.answer}, decided by ${event.approver}${because(event.decision.reason)}`
    case 'permission.failed':
      return `not given: ${event.message}`
    default:
      return undefined
  }
}

function because(reason: string | undefined): string {
  return reason === undefined ? '' : `: ${reason}`
}

function excerpt({ result: { content } }: Outcome): string {
  const lines = escapeUnprintable(content.map(textOf).join('\n')).trimEnd().split('\n')
  const rest = lines.length - maxExcerptLines
  return [...lines.slice(0, maxExcerptLines), ...(rest > 0 ? [`[... ${rest} more lines]`] : [])].join('\n')
}

function textOf(block: ContentBlock): string {
  return block.type === 'text' ? block.text : `[${block.type}]`
}
