import type { Todo } from '@drawbridge/core'
import { escapeToOneLine, escapeUnprintable } from '@drawbridge/core/base'
import { callerPath, waysToAnswer } from '@drawbridge/core/question'
import { cutCells, type Style, wrapText } from '@drawbridge/room/text'
import type { Entry, Tone } from '../screen/entry.ts'

/** The width and emphasis of what is drawn. */
export interface Canvas {
  /** Cells that a line may take. */
  readonly columns: number
  readonly style: Style
}

/** The lines of a call's output that stay on the screen. */
const shownOutput = 8

/** Returns the lines that an entry leaves on the screen. Whatever its texts contain, no line controls the terminal. Pure. */
export function renderEntry(entry: Entry, canvas: Canvas): readonly string[] {
  const { style } = canvas
  switch (entry.kind) {
    case 'person': {
      const mark = entry.meanwhile ? '» ' : '> '
      return ['', ...shortenMiddle(hang(entry.text, mark, canvas), canvas).map((line) => style.strong(line))]
    }
    case 'model': {
      const gap = entry.isFirst ? [''] : []
      const { leftOut, text } = entry
      const missing =
        leftOut === 0
          ? []
          : [style.faint(cutLine(`[… ${leftOut} more lines came too fast to be shown]`, canvas.columns))]
      return [...gap, ...missing, ...wrapLines(text, canvas)]
    }
    case 'call':
      return renderCall(entry, canvas)
    case 'approval':
      return entry.shown.layOut(canvas.columns, entry.complete).text.trimEnd().split('\n')
    case 'question':
      return renderQuestion(entry, canvas)
    case 'note':
      return wrapLines(entry.text, canvas).map((line) => toneOf(entry.tone, style)(line))
    default:
      return entry satisfies never
  }
}

/** The lines of a message that stay on the screen. */
const shownMessage = 40

function shortenMiddle(lines: readonly string[], { style }: Canvas): readonly string[] {
  const surplus = lines.length - shownMessage
  if (surplus <= 0) return lines
  const half = shownMessage / 2
  return [...lines.slice(0, half), style.faint(`  [… ${surplus} more lines]`), ...lines.slice(-half)]
}

function renderCall(entry: Extract<Entry, { kind: 'call' }>, canvas: Canvas): readonly string[] {
  const { style } = canvas
  const isGood = entry.status === 'ok'
  const mark = isGood ? '✓' : '✗'
  const end = isGood ? '' : ` · ${entry.status}${entry.code === undefined ? '' : `, ${entry.code}`}`
  const head = hang(`${entry.tool} ${oneLine(entry.headline)}${end}`, `${mark} `, canvas)
  const lines = escapeLines(entry.output.trimEnd())
  const surplus = lines.length - shownOutput
  const shown = surplus > 0 ? lines.slice(-shownOutput) : lines
  const output = shown
    .filter((line, index) => line !== '' || index > 0)
    .map((line) => cutLine(`  ${line}`, canvas.columns))
  return [
    '',
    ...head.map((line, index) => (index === 0 ? (isGood ? style.good(line) : style.bad(line)) : line)),
    ...(surplus > 0 ? [style.faint(`  [… ${surplus} earlier lines]`)] : []),
    ...output.map((line) => style.faint(line)),
  ]
}

function renderQuestion({ request, index }: Extract<Entry, { kind: 'question' }>, canvas: Canvas): readonly string[] {
  const question = request.questions[index]
  if (question === undefined) return []
  const total = request.questions.length
  const path = callerPath(request.principal)
  const { style } = canvas
  const place = total === 1 ? '' : ` ${index + 1} of ${total}`
  const title = question.header === undefined ? '' : `: ${oneLine(question.header)}`
  const options = question.kind === 'choice' ? question.options : []
  return [
    '',
    style.strong(cutLine(`── Question${place}${title} ──`, canvas.columns)),
    ...(path === undefined ? [] : [style.faint(cutLine(`Child: ${oneLine(path)}`, canvas.columns))]),
    // Marked, so that no line of it can pass for an option or for a question about a call.
    ...escapeLines(question.question).flatMap((line) => hang(line, '│ ', canvas)),
    ...options.flatMap(({ label, description }, at) =>
      hang(`${oneLine(label)}${description === undefined ? '' : `: ${oneLine(description)}`}`, `  ${at + 1}  `, canvas),
    ),
    ...wrapLines(`${waysToAnswer(question)}. Escape declines.`, canvas).map((line) => style.faint(line)),
  ]
}

const marks = { pending: '☐', in_progress: '▶', completed: '☑', cancelled: '✗' } as const

/** Returns one line for each item of a todo list, around the one in progress. Pure. */
export function renderTodoLines(todos: readonly Todo[], most: number, canvas: Canvas): readonly string[] {
  const open = todos.some(({ status }) => status === 'pending' || status === 'in_progress')
  if (!open) return []
  const now = Math.max(
    0,
    todos.findIndex(({ status }) => status === 'in_progress'),
  )
  const from = Math.max(0, Math.min(now - 1, todos.length - most))
  const shown = todos.slice(from, from + most)
  const done = todos.filter(({ status }) => status === 'completed').length
  return [
    canvas.style.faint(`${done} of ${todos.length} done`),
    ...shown.map(({ status, text }) => {
      const line = cutLine(`${marks[status]} ${oneLine(text)}`, canvas.columns)
      return status === 'in_progress' ? canvas.style.strong(line) : canvas.style.faint(line)
    }),
  ]
}

function toneOf(tone: Tone, style: Style): (text: string) => string {
  return tone === 'plain' ? (text) => text : style[tone]
}

/** Returns a text as one line that cannot control the terminal. */
export function oneLine(text: string): string {
  return escapeToOneLine(text)
}

/** Returns lines that cannot control the terminal. Tabs become blanks. */
export function escapeLines(text: string): readonly string[] {
  return escapeUnprintable(text.replaceAll('\r\n', '\n')).replaceAll('\t', '    ').split('\n')
}

/** Returns the beginning of a line, with a mark if that is not all. */
export function cutLine(line: string, columns: number): string {
  const [first = '', ...more] = cutCells(line, columns)
  return more.length === 0 ? first : `${cutCells(line, columns - 1)[0] ?? ''}…`
}

function wrapLines(text: string, { columns }: Canvas): readonly string[] {
  return escapeLines(text).flatMap((line) => wrapText(line, columns))
}

function hang(text: string, lead: string, { columns }: Canvas): readonly string[] {
  const lines = escapeLines(text).flatMap((line) => wrapText(line, columns - lead.length))
  return lines.map((line, index) => `${index === 0 ? lead : ' '.repeat(lead.length)}${line}`)
}
