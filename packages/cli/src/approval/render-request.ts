import type { ApprovalAnswer, ApprovalRequest } from '@drawbridge/core'
import { flowEvidence, shownInPart } from '@drawbridge/core/approval'
import { escapeToOneLine, escapeUnprintable } from '@drawbridge/core/base'
import { callerPath } from '@drawbridge/core/question'
import { cutCells, type Style, wrapText } from '@drawbridge/room/text'
import type { ChangePreview } from '@drawbridge/tools/change'
import { answerKeys, leaveKey, viewKey } from './answer-keys.ts'
import { labelledPart } from './describe-target.ts'

/** The position among the questions that were asked together, from 1. */
export interface Position {
  readonly index: number
  readonly total: number
}

export interface RequestView {
  readonly request: ApprovalRequest
  readonly position?: Position
  readonly preview: ChangePreview | undefined
  /** Cells of the terminal. */
  readonly columns: number
  readonly style: Style
  /** True if even very long values are shown in full. */
  readonly complete: boolean
  /** The caller, if it is elsewhere. */
  readonly origin?: string
  /** True if the question can be left open. */
  readonly canLeave?: boolean
}

export interface RenderedRequest {
  readonly text: string
  /** True if something was left out; the text says where. */
  readonly shortened: boolean
  /** The answers that it may be given as it is shown. */
  readonly offered: readonly ApprovalAnswer[]
}

const maxColumns = 100
const labelColumns = 10
/** The maximum length of one value, in characters. More would push the rest of the question off the screen. */
const maxValueLength = 1500
const maxDiffRows = 60
/** Marks the dangerous part of a call, even without colour. */
const dangerMark = '!'

/**
 * The question as text for a terminal. All that a model could have written is escaped; what does not fit in a row is wrapped,
 * and what is left out for its length is said to be.
 */
export function renderRequest(view: RequestView): RenderedRequest {
  const { request, position, preview, columns, style, complete, origin, canLeave = false } = view
  const width = Math.min(columns, maxColumns) - 1
  let shortened = false
  const whole = (label: string, text: string): string[] => layOut(label, escapeToOneLine(text), width, style)
  const field = (label: string, text: string): string[] => {
    const value = escapeToOneLine(text)
    if (complete || value.length <= maxValueLength) return layOut(label, value, width, style)
    shortened = true
    const rest = value.length - maxValueLength
    return layOut(label, `${value.slice(0, maxValueLength)} [... ${rest} more characters]`, width, style)
  }
  const rows = (all: readonly string[]): readonly string[] => {
    if (complete || all.length <= maxDiffRows) return all
    shortened = true
    return [...all.slice(0, maxDiffRows), `  [... ${all.length - maxDiffRows} more rows]`]
  }
  const lines = [
    '',
    style.strong(titleRule(titleOf(request, position), width)),
    ...field('Tool', `${request.tool} (${request.permission}, risk ${request.risk})`),
    ...whoAsks(request).flatMap((text) => field('For', text)),
    ...(origin === undefined ? [] : field('From', origin)),
    ...field('Why', `${request.reason} Rule: ${request.rule}.`),
    ...flowEvidence(request.flow).flatMap((text) => field('Source', text)),
    ...request.hooks.flatMap(({ hook, reason }) => field('Hook', `${hook}: ${reason}`)),
    ...request.parts.flatMap((part) => {
      const { label, value, notes, warnings } = labelledPart(part)
      const alarm = warnings.map((warning) => field('', `${dangerMark} ${warning}`).map((line) => style.bad(line)))
      return [
        // Dangerous parts are shown whole, however long they are.
        ...(warnings.length === 0 ? field(label, value) : whole(`${label} ${dangerMark}`, value)),
        ...notes.flatMap((note) => field('', note)),
        ...alarm.flat(),
      ]
    }),
    ...(request.complete
      ? []
      : field('', `and more: ${describeTotals(request)} in all, of which not all can be shown`)),
    ...(request.environment.length === 0 ? [] : field('Gets', `the variables ${request.environment.join(' ')}`)),
    ...(preview?.status === 'diff'
      ? ['', ...rows(layOutDiff(preview.text, width, style))]
      : [
          ...(preview === undefined ? [] : field('Change', describeChange(preview))),
          ...field('Input', JSON.stringify(request.input)),
        ]),
    ...request.earlier.map(
      ({ answer, times }) =>
        `  Similar calls before: ${answerKeys[answer].label}, ${times === 1 ? 'once' : `${times} times`}.`,
    ),
    '',
  ]
  // A person who has not seen all of it allows it once, if at all.
  const offered = shortened ? shownInPart(request, `view it in full first, with ${viewKey}`) : request
  lines.push(...layOutOffers(offered, width), ...layOutWithheld(offered, width))
  if (canLeave) lines.push(`  ${leaveKey}  leave it open`)
  if (shortened) lines.push(`  ${viewKey}  show everything`)
  return { text: `${lines.join('\n')}\n`, shortened, offered: offered.offers.map(({ answer }) => answer) }
}

function describeTotals({ totals: { commands, paths, hosts, others } }: ApprovalRequest): string {
  return `${commands} commands, ${paths} paths, ${hosts} hosts, ${others} others`
}

/** Answers that are not on offer for the same reason stand together. */
function layOutWithheld({ withheld }: ApprovalRequest, width: number): string[] {
  return [...new Set(withheld.map(({ why }) => why))].flatMap((why) => {
    const labels = withheld.filter((each) => each.why === why).map(({ answer }) => answerKeys[answer].label)
    return wrapText(escapeToOneLine(`Not offered: ${labels.join(', ')}; ${why}.`), width - 2).map((line) => `  ${line}`)
  })
}

function titleOf({ dangerous }: ApprovalRequest, position: Position | undefined): string {
  const place = position === undefined || position.total === 1 ? '' : ` (${position.index} of ${position.total})`
  return `Approval needed${place}${dangerous ? ': DANGEROUS' : ''}`
}

function titleRule(title: string, width: number): string {
  return `── ${title} ${'─'.repeat(Math.max(0, width - title.length - 4))}`
}

/** Returns the caller, if it is not the person's own main run. */
function whoAsks({ principal }: ApprovalRequest): string[] {
  const { agent, role, parents } = principal
  if (agent === undefined && role === 'main') return []
  const path = callerPath(principal)
  if (path !== undefined) return [`${agent === undefined ? '' : `${agent}, `}${path} (${role})`]
  const above = parents.length === 0 ? '' : `, started by ${parents.map(({ agent, run }) => agent ?? run).join(' ← ')}`
  return [`${agent ?? 'an agent'} (${role})${above}`]
}

function layOut(label: string, value: string, width: number, style: Style): string[] {
  const [first = '', ...rest] = wrapText(value, width - labelColumns)
  const indent = ' '.repeat(labelColumns)
  const start = label === '' ? indent : style.faint(label.padEnd(labelColumns))
  return [start + first, ...rest.map((line) => indent + line)]
}

function describeChange(preview: Exclude<ChangePreview, { status: 'diff' }>): string {
  return preview.status === 'summary' ? preview.text : `it will fail, ${preview.code}: ${preview.message}`
}

function layOutDiff(text: string, width: number, style: Style): string[] {
  return text.split('\n').flatMap((line) => layOutDiffLine(line, width, style))
}

/** A line that goes on in the next row is marked there, so that no content can pass for a line of its own. */
function layOutDiffLine(line: string, width: number, style: Style): string[] {
  const paint = line.startsWith('+') ? style.good : line.startsWith('-') ? style.bad : style.faint
  const [first = '', ...rest] = cutCells(escapeUnprintable(line).replaceAll('\t', '    '), width - 4)
  return [`  ${paint(first)}`, ...rest.map((piece) => `  ${style.faint('↪ ')}${paint(piece)}`)]
}

function layOutOffers({ offers }: ApprovalRequest, width: number): string[] {
  const column = Math.max(...offers.map(({ answer }) => answerKeys[answer].label.length)) + 2
  return offers.flatMap(({ answer, scope }) => {
    const { key, label } = answerKeys[answer]
    const start = `  ${key}  ${label.padEnd(column)}`
    const [first = '', ...rest] = wrapText(escapeToOneLine(scope), width - start.length)
    return [start + first, ...rest.map((line) => ' '.repeat(start.length) + line)]
  })
}
