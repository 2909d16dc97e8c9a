import type { ContentBlock, Outcome, Todo } from '@drawbridge/core'
import type { LoopEvent, RunReport } from '@drawbridge/core/agent'
import { defined, isJsonObject, shorten, shortenMiddle } from '@drawbridge/core/base'
import type { Entry } from './entry.ts'
import { type LiveCall, type Screen, withEntries } from './screen.ts'
import { endStream, streamText } from './stream.ts'

/** The most that is kept of what a running call tells, in characters. */
const longestTail = 4_000
const longestHeadline = 400

/** Returns the screen after an event of the loop. Pure. */
export function tellLoopEvent(screen: Screen, event: LoopEvent): Screen {
  switch (event.type) {
    case 'message.placed': {
      const { text, from, meanwhile = false } = event.message
      // They come in their order; a secret in one was removed, so that its text may be another.
      const at = Math.max(0, screen.steering.indexOf(text))
      const steering = screen.steering.toSpliced(at, 1)
      if (from === 'agent') return withEntries(endStream({ ...screen, isPosted: false }), noteOfPosted(text))
      if (from !== 'user') return screen
      return withEntries({ ...endStream(screen), steering }, { kind: 'person', text, meanwhile })
    }
    case 'turn.started':
      return { ...screen, activity: 'thinking', ...(event.turn === 1 ? { before: screen.standing } : {}) }
    case 'reasoning.streamed':
      return screen.activity === 'thinking' ? screen : { ...screen, activity: 'thinking' }
    case 'text.streamed':
      return { ...streamText(screen, event.text), activity: undefined }
    case 'call.streamed':
      return { ...screen, activity: event.name === '' ? 'writing a call' : `writing a call of ${event.name}` }
    case 'answer.voided': {
      const note: Entry = { kind: 'note', tone: 'notice', text: `The answer so far is void: ${event.reason}` }
      const seconds = Math.ceil(event.waitMs / 1_000)
      return { ...withEntries(endStream(screen), note), activity: `asking again in ${seconds} s` }
    }
    case 'turn.answered':
      return { ...endStream(screen), activity: undefined }
    case 'call.started': {
      const call: LiveCall = { call: event.call, tool: event.tool, headline: headlineOf(event.input), tail: '' }
      return { ...screen, calls: [...screen.calls, call], activity: undefined }
    }
    case 'call.progressed':
      return {
        ...screen,
        calls: screen.calls.map((call) =>
          call.call === event.call ? { ...call, tail: tailOf(call.tail, event.message) } : call,
        ),
      }
    case 'call.ended':
      return endCall(screen, event)
    case 'usage.counted': {
      const { usage, cost, contextTokens, windowTokens } = event
      const { input, cacheRead, cacheWrite, cacheWriteHour, output, reasoning } = usage
      const tokens = screen.before.tokens + input + cacheRead + cacheWrite + cacheWriteHour + output + reasoning
      const total = cost === undefined ? screen.before.cost : (screen.before.cost ?? 0) + cost
      const counted = defined({ tokens, cost: total, contextTokens, windowTokens })
      const after: Screen = { ...screen, standing: { ...screen.standing, ...counted } }
      if (fullness(screen) >= nearlyFull || fullness(after) < nearlyFull) return after
      const text = `The context is ${Math.round(fullness(after) * 100)} % full. Before it is full, earlier messages become a summary; /compact does it now.`
      return withEntries(after, { kind: 'note', tone: 'notice', text })
    }
    case 'compaction.started':
      return { ...screen, activity: 'summarising what was said so far' }
    case 'context.compacted': {
      const text = `Earlier messages are now a summary: ${event.before} tokens became ${event.after}.`
      return { ...withEntries(screen, { kind: 'note', tone: 'faint', text }), activity: undefined }
    }
    case 'run.ended':
      return withEntries(endStream({ ...screen, calls: [], activity: undefined }), ...entriesOfEnd(event.report))
    case 'approval.requested':
    case 'approval.decided':
    case 'question.asked':
    case 'question.answered':
      return screen
    default:
      return event satisfies never
  }
}

/** The part of the window from which on the person is warned. */
const nearlyFull = 0.7

function fullness({ standing: { contextTokens = 0, windowTokens = 0 } }: Screen): number {
  return windowTokens === 0 ? 0 : contextTokens / windowTokens
}

/** The most that is shown of a message of another agent, in characters. */
const longestPosted = 600

/** Returns what is shown of a message that another agent, or an announcement, has put into the conversation. */
export function noteOfPosted(text: string): Entry {
  return { kind: 'note', tone: 'faint', text: shortenMiddle(text, longestPosted) }
}

function endCall(screen: Screen, { call, tool, outcome }: Extract<LoopEvent, { type: 'call.ended' }>): Screen {
  const live = screen.calls.find((each) => each.call === call)
  const todos = todosOf(tool, outcome)
  const ended: Entry = {
    kind: 'call',
    tool,
    headline: live?.headline ?? '',
    status: outcome.status,
    output: outputOf(outcome),
    ...(outcome.status === 'ok' ? {} : { code: outcome.code }),
  }
  const rest = { ...endStream(screen), calls: screen.calls.filter((each) => each.call !== call) }
  return todos === undefined ? withEntries(rest, ended) : { ...rest, todos }
}

/** A changed todo list is shown as such, not as a call. */
function todosOf(tool: string, outcome: Outcome): readonly Todo[] | undefined {
  const { data } = outcome.result
  if (tool !== 'todo.write' || outcome.status !== 'ok' || !isJsonObject(data)) return undefined
  return Array.isArray(data.todos) ? (data.todos as readonly Todo[]) : undefined
}

/** The most that is kept of the output of a call, in characters: its beginning and its end. */
const longestOutput = 2_000

function outputOf({ result }: Outcome): string {
  const text = result.content.map(textOfBlock).join('\n')
  if (text.length <= longestOutput) return text
  return `${text.slice(0, longestOutput / 2)}\n…\n${text.slice(-longestOutput / 2)}`
}

function textOfBlock(block: ContentBlock): string {
  return block.type === 'text' ? block.text : `[${block.type}]`
}

function tailOf(tail: string, message: string): string {
  const whole = `${tail}${tail === '' || tail.endsWith('\n') ? '' : '\n'}${message.slice(-longestTail)}`
  return whole.slice(-longestTail)
}

/** The arguments that say most about a call, first. */
const telling = [
  'command',
  'argv',
  'binary',
  'path',
  'file_path',
  'absolute_path',
  'pattern',
  'query',
  'url',
  'changes',
  'seconds',
  'questions',
]

/** Returns the one argument of a call that tells most about it, as one text. */
export function headlineOf(input: unknown): string {
  if (!isJsonObject(input)) return ''
  const key = telling.find((name) => input[name] !== undefined)
  if (key === undefined) return Object.keys(input).length === 0 ? '' : headline(JSON.stringify(input))
  const value = input[key]
  if (typeof value === 'string') return headline(value)
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return headline(value.join(' '))
  return headline(JSON.stringify(value))
}

function headline(text: string): string {
  return shorten(text, longestHeadline)
}

function entriesOfEnd({ reason, message }: RunReport): readonly Entry[] {
  if (reason === 'completed') return []
  const text = message ?? `The run ended: ${reason}.`
  return [{ kind: 'note', tone: reason === 'aborted' ? 'notice' : 'bad', text }]
}
