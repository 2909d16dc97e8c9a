import type { ApprovalDecision, Approver, Questioner } from '@drawbridge/core'
import { errorMessage } from '@drawbridge/core'
import type { QuestionReply } from '@drawbridge/core/question'
import type { ChatHost, CommandReport } from './host.ts'
import { decodeKeys, emptyDecoder, flushKeys } from './keys/decode-keys.ts'
import type { Key } from './keys/key.ts'
import type { Action, Effect } from './screen/action.ts'
import type { ShownRequest } from './screen/entry.ts'
import { armsAt } from './screen/modal.ts'
import { reduceScreen } from './screen/reduce-screen.ts'
import { type Screen, startScreen, withEntries } from './screen/screen.ts'
import type { ChatTerminal } from './terminal/chat-terminal.ts'
import { createScreenWriter } from './terminal/screen-writer.ts'

/** The parts of a chat. */
export interface ChatOptions {
  readonly terminal: ChatTerminal
  /** Prepares a question about a call: its change, if it makes one, and how it is laid out. */
  prepare(request: ShownRequest['request']): Promise<ShownRequest>
  /** Sent once the conversation is shown. */
  readonly message?: string
}

/** A chat at a terminal. Its approver and questioner ask there; they wait until the conversation is shown. */
export interface Chat {
  readonly approver: Approver
  readonly questioner: Questioner
  /** Shows a conversation until the person leaves. */
  run(host: ChatHost): Promise<void>
}

/** The time between two frames, in milliseconds. A key is shown at once. */
const frameMs = 33
/** The time after which an ESC that nothing follows is the key, in milliseconds. */
const escapeMs = 50

/** Creates the chat of a terminal. */
export function createChat({ terminal, prepare, message }: ChatOptions): Chat {
  const decisions = new Map<string, (decision: ApprovalDecision | undefined) => void>()
  const replies = new Map<string, (reply: QuestionReply | undefined) => void>()
  const started = Promise.withResolvers<(action: Action) => void>()

  return {
    approver: {
      id: 'terminal',
      human: true,
      async *ask(requests, signal, watch) {
        const dispatch = await started.promise
        for (const request of requests) {
          const settled = watch?.signalOf(request.id) ?? signal
          if (settled.aborted) continue
          const shown = await prepare(request)
          const answer = waitFor(decisions, request.id, settled, dispatch)
          dispatch({ type: 'approval.asked', shown, at: performance.now() })
          const decision = await answer
          if (decision !== undefined) yield decision
        }
      },
    },
    questioner: {
      id: 'terminal',
      ask: async (request, signal) => {
        const dispatch = await started.promise
        if (signal.aborted) return undefined
        const reply = waitFor(replies, request.id, signal, dispatch)
        dispatch({ type: 'question.asked', request, at: performance.now() })
        return reply
      },
    },
    run: (host) => runChat(host, terminal, { decisions, replies, message, start: started.resolve }),
  }
}

interface Waiting {
  readonly decisions: Map<string, (decision: ApprovalDecision | undefined) => void>
  readonly replies: Map<string, (reply: QuestionReply | undefined) => void>
  readonly message: string | undefined
  start(dispatch: (action: Action) => void): void
}

async function waitFor<Answer>(
  waiting: Map<string, (answer: Answer | undefined) => void>,
  id: string,
  signal: AbortSignal,
  dispatch: (action: Action) => void,
): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
  waiting.set(id, resolve)
  const settle = () => {
    resolve(undefined)
    dispatch({ type: 'question.settled', id, at: performance.now() })
  }
  signal.addEventListener('abort', settle, { once: true })
  try {
    return await promise
  } finally {
    signal.removeEventListener('abort', settle)
    waiting.delete(id)
  }
}

async function runChat(host: ChatHost, terminal: ChatTerminal, waiting: Waiting): Promise<void> {
  const { input, output, canAddress } = terminal
  const left = Promise.withResolvers<void>()
  let screen: Screen = withEntries(startScreen(host.standing, columnsOf(output), host.history), ...host.entries)
  screen = { ...screen, todos: host.todos }
  let decoder = emptyDecoder
  let isLeft = false
  let running: Promise<void> = Promise.resolve()
  const frames = createFrameTimer(() => {
    screen = reduceScreen(screen, { type: 'stream.settled' }).screen
    return writer.show(screen)
  })
  const writer = createScreenWriter(terminal, () => frames.soon())
  let armTimer: NodeJS.Timeout | undefined
  let escapeTimer: NodeJS.Timeout | undefined

  const dispatch = (action: Action) => {
    if (isLeft) return
    const step = reduceScreen(screen, action)
    screen = step.screen
    frames.soon()
    const wake = armsAt(screen) ?? screen.leavesUntil
    clearTimeout(armTimer)
    if (wake !== undefined)
      armTimer = setTimeout(
        () => dispatch({ type: 'time.passed', at: performance.now() }),
        Math.max(1, wake - performance.now() + 1),
      )
    for (const effect of step.effects) perform(effect)
  }

  const perform = (effect: Effect): void => {
    switch (effect.type) {
      case 'send':
        if (effect.text !== undefined) host.remember(effect.text)
        running = follow(effect.text)
        return
      case 'steer':
        host.remember(effect.text)
        void host
          .steer(effect.text)
          .catch((error: unknown) =>
            dispatch({ type: 'steering.refused', text: effect.text, message: errorMessage(error) }),
          )
        return
      case 'abort':
        host.abort()
        return
      case 'decide':
        waiting.decisions.get(effect.decision.requestId)?.(effect.decision)
        return
      case 'reply':
        waiting.replies.get(effect.id)?.(effect.reply)
        return
      case 'command':
        void host.command(effect.name, effect.argument).then(tellCommand, report)
        return
      case 'complete':
        void host
          .complete(effect.word)
          .then((candidates) => dispatch({ type: 'word.completed', of: effect.word, candidates }), report)
        return
      case 'redraw':
        writer.redraw(screen)
        return
      case 'leave':
        left.resolve()
        return
      default:
        effect satisfies never
    }
  }
  const report = (error: unknown) => dispatch({ type: 'note.made', tone: 'bad', text: errorMessage(error) })
  const tellCommand = ({ text, tone, standing, conversation }: CommandReport) => {
    if (standing !== undefined) dispatch({ type: 'standing.changed', standing })
    if (conversation !== undefined) {
      dispatch({ type: 'todos.changed', todos: conversation.todos })
      screen = withEntries(screen, ...conversation.entries)
    }
    dispatch({ type: 'note.made', text, tone })
  }
  const follow = async (text: string | undefined): Promise<void> => {
    let ended: 'completed' | 'stopped' = 'completed'
    try {
      for await (const event of host.send(text)) {
        if (event.type === 'run.ended' && event.report.reason !== 'completed') ended = 'stopped'
        dispatch({ type: 'loop.told', event })
      }
      dispatch({ type: 'run.over', ended })
    } catch (error) {
      dispatch({ type: 'run.over', ended: 'stopped', message: errorMessage(error) })
    }
  }

  const press = (keys: readonly Key[]) => {
    for (const key of keys) dispatch({ type: 'key.pressed', key, at: performance.now() })
    if (!isLeft) frames.now()
  }
  const onData = (chunk: Buffer | string) => {
    clearTimeout(escapeTimer)
    const text = chunk.toString()
    const decoded = canAddress ? decodeKeys(decoder, text) : decodeLines(text)
    decoder = decoded.decoder
    press(decoded.keys)
    if (decoder.rest !== '')
      escapeTimer = setTimeout(() => {
        const flushed = flushKeys(decoder)
        decoder = flushed.decoder
        press(flushed.keys)
      }, escapeMs)
  }
  const onResize = () => {
    dispatch({ type: 'terminal.resized', columns: columnsOf(output) })
    writer.redraw(screen)
  }

  using _interrupts = terminal.onInterrupt((isGone) =>
    isGone ? left.resolve() : press([{ kind: 'control', name: 'interrupt' }]),
  )
  if (canAddress) input.setRawMode?.(true)
  input.setEncoding('utf8')
  input.on('data', onData).once('end', left.resolve).once('close', left.resolve)
  output.on('resize', onResize)
  waiting.start(dispatch)
  using _watched = host.watch(dispatch)
  frames.now()
  if (waiting.message !== undefined)
    press([
      { kind: 'text', text: waiting.message },
      { kind: 'control', name: 'enter' },
    ])
  try {
    await left.promise
    host.abort()
    frames.now()
  } finally {
    isLeft = true
    frames.stop()
    clearTimeout(armTimer)
    clearTimeout(escapeTimer)
    input.off('data', onData).off('end', left.resolve).off('close', left.resolve).pause()
    output.off('resize', onResize)
    writer.close()
    if (canAddress) input.setRawMode?.(false)
    for (const resolve of waiting.decisions.values()) resolve(undefined)
    for (const resolve of waiting.replies.values()) resolve(undefined)
    await running
  }
}

function columnsOf(output: ChatTerminal['output']): number {
  return Math.max(20, (output.columns || 80) - 1)
}

/** Keys of a terminal that edits lines itself: `n because` is the key `n` and a line. */
function decodeLines(text: string) {
  const keys = text.split(/(?<=\n)/).flatMap((line): readonly Key[] => {
    const typed = line.replace(/\r?\n$/, '')
    const [, first, rest] = /^(\S)\s(.*)$/.exec(typed) ?? []
    const parts = first === undefined || rest === undefined ? [typed] : [first, ` ${rest}`]
    const written = parts.filter((part) => part !== '').map((part): Key => ({ kind: 'text', text: part }))
    return line.endsWith('\n') ? [...written, { kind: 'control', name: 'enter' }] : written
  })
  return { keys, decoder: emptyDecoder }
}

interface FrameTimer {
  /** Draws at once. */
  now(): void
  /** Draws with the next frame. */
  soon(): void
  stop(): void
}

/** @param draw Returns false if nothing could be drawn: it is asked again by `soon`. */
function createFrameTimer(draw: () => boolean): FrameTimer {
  let timer: NodeJS.Timeout | undefined
  let lastAt = Number.NEGATIVE_INFINITY
  const drawNow = () => {
    clearTimeout(timer)
    timer = undefined
    lastAt = performance.now()
    draw()
  }
  return {
    now: drawNow,
    soon: () => {
      timer ??= setTimeout(drawNow, Math.max(0, lastAt + frameMs - performance.now()))
    },
    stop: () => clearTimeout(timer),
  }
}
