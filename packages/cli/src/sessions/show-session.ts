import { escapeToOneLine, shorten } from '@drawbridge/core/base'
import { createStyle, type Style } from '@drawbridge/room/text'
import type { InterruptedCall, SessionEntry, SessionNode } from '@drawbridge/sdk/store'
import type { Io } from '../io/io.ts'
import { needSession, openRecord } from './open-record.ts'
import { readCalls, type ToldCall } from './read-calls.ts'
import type { RecordFlags } from './record-flags.ts'

export interface ShowFlags extends RecordFlags {
  readonly tree?: boolean
}

type ToldNode = SessionNode & ToldCall

/** Shows one session: its calls with how they ended, and which of them were interrupted. */
export async function showSession(given: string, flags: ShowFlags, io: Io): Promise<void> {
  await using record = await openRecord(flags, io)
  const session = await needSession(given, record)
  if (record === undefined) return
  const { id } = session
  const [nodes, interrupted] = [await record.nodes(id), await record.interrupted(id)]
  const { output } = io
  const told = await readCalls(record.events(id))
  const known = nodes.map((node): ToldNode => ({ ...node, ...told.get(callOf(node)) }))
  if (flags.json === true) return output.write(`${JSON.stringify({ session, nodes: known, interrupted })}\n`)
  const style = createStyle(output.colour)
  const results = known.filter((node) => node.kind === 'result' && node.session === session.id)
  const body =
    flags.tree === true ? renderTree(known, style) : results.map((node) => `${resultLine(node, style)}\n`).join('')
  await output.write(
    `${renderHead(session, style)}${body}${interrupted.map((call) => renderInterrupted(call, style)).join('')}`,
  )
}

function renderHead({ id, createdAt, updatedAt, calls, events }: SessionEntry, style: Style): string {
  const times = `${new Date(createdAt).toISOString()} to ${new Date(updatedAt).toISOString()}`
  return `${style.strong(escapeToOneLine(id))}  ${times}  ${calls} ${calls === 1 ? 'call' : 'calls'}, ${events} events\n`
}

/** Renders every node below its parent; nodes without a parent, or with a missing one, are at the left. */
function renderTree(nodes: readonly ToldNode[], style: Style): string {
  const known = new Set(nodes.map(({ id }) => id))
  const childrenOf = Map.groupBy(nodes, ({ parent }) => (parent !== undefined && known.has(parent) ? parent : ''))
  const lines: string[] = []
  const visit = (parent: string, depth: number) => {
    for (const node of childrenOf.get(parent) ?? []) {
      lines.push(`${'  '.repeat(depth)}${nodeLine(node, style)}\n`)
      // A damaged record could lead in circles.
      if (depth < 100) visit(node.id, depth + 1)
    }
  }
  visit('', 0)
  return lines.join('')
}

function nodeLine(node: ToldNode, style: Style): string {
  switch (node.kind) {
    case 'run':
      return escapeToOneLine(`run ${node.run} of session ${node.session}`)
    case 'turn':
      return style.faint(
        escapeToOneLine(node.id.startsWith('turn/') ? `turn ${node.id.slice(node.id.lastIndexOf('/') + 1)}` : 'call'),
      )
    case 'result':
      return resultLine(node, style)
    default: {
      const { id, tool = '', status = '' } = node
      return escapeToOneLine([id, tool, status].filter((part) => part !== '').join('  '))
    }
  }
}

/** The longest text of arguments or of a reason on a line, in characters. */
const shownCharacters = 160

function resultLine(
  { time, tool = '', status = '', arguments: given, code, message = '', ...node }: ToldNode,
  style: Style,
): string {
  const paint = status === 'completed' ? style.good : style.bad
  const what = given === undefined ? '' : `  ${shown(JSON.stringify(given) ?? '')}`
  const why = code === undefined ? '' : `\n    ${shown(`${code}: ${message}`)}`
  const call = style.faint(escapeToOneLine(callOf(node)))
  return `${new Date(time).toISOString()}  ${paint(status.padEnd(11))}  ${escapeToOneLine(tool)}${what}  ${call}${why}`
}

function shown(text: string): string {
  return escapeToOneLine(shorten(text, shownCharacters))
}

/** The id of the call that a node is the result of. */
function callOf({ id }: Pick<SessionNode, 'id'>): string {
  return id.slice('result/'.length)
}

function renderInterrupted({ tool, toolCallId, input }: InterruptedCall, style: Style): string {
  const what = shorten(escapeToOneLine(`${tool} ${JSON.stringify(input) ?? ''}`), 200)
  return `${style.notice('Interrupted')}: ${what} (${escapeToOneLine(toolCallId)}). It is unknown if it did its work.\n`
}
