import { cutCells, displayWidth } from '@drawbridge/room/text'
import type { Editor } from '../screen/editor.ts'
import { armsAt, keyOfAnswer, viewKey } from '../screen/modal.ts'
import type { LiveCall, LiveChild, Modal, Screen } from '../screen/screen.ts'
import { type Canvas, cutLine, escapeLines, oneLine, renderTodoLines } from './render-entry.ts'

/** The lower part of the screen, which is drawn again as it changes. */
export interface LiveArea {
  /** At most as many as the terminal has rows. */
  readonly lines: readonly string[]
  readonly cursor: { readonly row: number; readonly column: number }
}

const shownTail = 5
const shownTodos = 6
const shownChildren = 8
const shownEditorRows = 8
const shownCandidates = 8
/** The cells that are left for text next to the words in front of it. */
const shortestField = 20

/** Returns the lower part of the screen. No line is wider than the canvas. Pure. */
export function renderLive(screen: Screen, rows: number, canvas: Canvas): LiveArea {
  const { style, columns } = canvas
  const [modal] = screen.modals
  const field = renderField(screen, modal, canvas, Math.max(1, Math.min(shownEditorRows, rows - 3)))
  const below = [
    ...(screen.completion?.candidates ?? [])
      .slice(0, shownCandidates)
      .map((word) => style.faint(cutLine(`  ${oneLine(word)}`, columns))),
    style.faint(cutLine(statusLine(screen), columns)),
  ]
  const room = Math.max(0, rows - 1 - field.lines.length - below.length)
  const above = [
    ...streamLines(screen, canvas),
    ...screen.calls.flatMap((call) => callLines(call, canvas)),
    ...(screen.activity === undefined || screen.calls.length > 0
      ? []
      : [style.faint(cutLine(`… ${oneLine(screen.activity)}`, columns))]),
    ...childLines(screen.children, canvas),
    ...renderTodoLines(screen.todos, shownTodos, canvas),
    ...screen.steering.map((text) => style.faint(cutLine(`» ${oneLine(text)} (the model reads it next)`, columns))),
    ...screen.queue.map((text) => style.faint(cutLine(`⧗ ${oneLine(text)} (sent at the end)`, columns))),
  ].slice(-room || undefined)
  const kept = room === 0 ? [] : above
  return {
    lines: [...kept, ...field.lines, ...below],
    cursor: { row: kept.length + field.row, column: field.column },
  }
}

function streamLines({ stream }: Screen, { columns }: Canvas): readonly string[] {
  const last = stream.text.slice(stream.text.lastIndexOf('\n') + 1)
  if (last === '') return []
  const pieces = cutCells(oneLine(last.slice(-4 * columns)), columns)
  return [...(stream.isFirst ? [''] : []), ...pieces.slice(-4)]
}

function callLines({ tool, headline, tail }: LiveCall, { columns, style }: Canvas): readonly string[] {
  const lines = escapeLines(tail.trimEnd()).slice(-shownTail)
  return [
    style.notice(cutLine(`● ${tool} ${oneLine(headline)}`, columns)),
    ...lines.filter((line) => line !== '').map((line) => style.faint(cutLine(`  ${line}`, columns))),
  ]
}

/** One line for each child, indented below the one that started it. */
function childLines(children: readonly LiveChild[], { columns, style }: Canvas): readonly string[] {
  const surplus = children.length - shownChildren
  const shown = surplus > 0 ? children.slice(0, shownChildren) : children
  const more = surplus > 0 ? [style.faint(cutLine(`  and ${surplus} more: /children`, columns))] : []
  return [...shown.map((child) => style.faint(cutLine(lineOfChild(child), columns))), ...more]
}

function lineOfChild({ path, state, doing, tokens }: LiveChild): string {
  const label = oneLine(path.at(-1) ?? '')
  const now = state === 'pending' ? 'waits for a free place' : oneLine(doing ?? 'begins')
  return `${'  '.repeat(path.length - 1)}◦ ${label} · ${tokens === 0 ? '' : `${tokens} tokens · `}${now}`
}

interface Field {
  readonly lines: readonly string[]
  readonly row: number
  readonly column: number
}

function renderField(screen: Screen, modal: Modal | undefined, canvas: Canvas, most: number): Field {
  if (modal === undefined || !modal.armed) {
    const hint = modal !== undefined && armsAt(screen) !== undefined ? '· ' : '> '
    return renderEditor(screen.editor, hint, canvas, most)
  }
  if (modal.kind === 'question') return renderEditor(modal.editor, 'Answer: ', canvas, most)
  if (modal.stage === 'reason')
    return renderEditor(modal.editor, 'Why, for the model (Enter for nothing): ', canvas, most)
  const { shortened, offered } = modal.shown.layOut(canvas.columns, modal.complete)
  const keys = [...offered.map((answer) => keyOfAnswer[answer]), ...(shortened ? [viewKey] : [])]
  const line = cutLine(`Press ${keys.join(', ')}: `, canvas.columns)
  return { lines: [canvas.style.notice(line)], row: 0, column: displayWidth(line) }
}

/** Shows the rows around the cursor. Only those are laid out, so that a long text costs no more than a short one. */
function renderEditor(editor: Editor, prompt: string, { columns, style }: Canvas, most: number): Field {
  const lead = displayWidth(prompt) + shortestField <= columns ? prompt : '> '
  const width = Math.max(2, columns - displayWidth(lead))
  const from = Math.max(0, editor.row - most)
  const to = Math.min(editor.lines.length, editor.row + most + 1)
  const rows: { readonly text: string; readonly isCursor: boolean; readonly column: number }[] = []
  for (let at = from; at < to; at += 1) {
    const line = editor.lines[at] ?? ''
    const isHere = at === editor.row
    const start = isHere ? Math.max(0, editor.column - width * most) : 0
    const pieces = cutCells(line.slice(start, start + 2 * width * most), width)
    const before = cutCells(line.slice(start, editor.column), width)
    for (const [index, text] of pieces.entries()) {
      const isCursor = isHere && index === before.length - 1
      rows.push({ text, isCursor, column: displayWidth(before.at(-1) ?? '') })
    }
  }
  const cursor = Math.max(
    0,
    rows.findIndex(({ isCursor }) => isCursor),
  )
  const first = Math.max(0, Math.min(cursor - most + 1 + (cursor < rows.length - 1 ? 1 : 0), rows.length - most))
  const shown = rows.slice(first, first + most)
  const margin = ' '.repeat(displayWidth(lead))
  const hidden = editor.lines.length > most ? [style.faint(cutLine(`  (${editor.lines.length} lines)`, columns))] : []
  return {
    lines: [...hidden, ...shown.map(({ text }, index) => (first + index === 0 && from === 0 ? lead : margin) + text)],
    row: hidden.length + cursor - first,
    column: displayWidth(lead) + (rows[cursor]?.column ?? 0),
  }
}

function statusLine(screen: Screen): string {
  const { model, mode, contextTokens, windowTokens, children } = screen.standing
  const cost = (screen.standing.cost ?? 0) + (children?.cost ?? 0)
  const [modal] = screen.modals
  const parts = [
    screen.leavesUntil === undefined ? undefined : 'Ctrl-C again to leave',
    modal !== undefined && !modal.armed ? 'a question waits until you stop typing' : undefined,
    screen.work === 'working' ? 'working, Ctrl-C stops' : screen.work === 'stopping' ? 'stopping' : undefined,
    oneLine(model),
    mode,
    contextTokens === undefined || windowTokens === undefined || windowTokens === 0
      ? undefined
      : `${Math.round((100 * contextTokens) / windowTokens)} % of the context`,
    cost === 0 ? undefined : `$${cost.toFixed(2)}`,
  ]
  return parts.filter((part) => part !== undefined).join(' · ')
}
