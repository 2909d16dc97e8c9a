import type { ApprovalRequest } from '@drawbridge/core'
import type { LoopEvent, RunReport } from '@drawbridge/core/agent'
import type { QuestionRequest } from '@drawbridge/core/question'
import { noUsage } from '@drawbridge/core/model'
import type { Chat } from '../index.ts'

/** The means of a scene. */
export interface Stage {
  readonly chat: Chat
  readonly signal: AbortSignal
  /** Steering lines that were not read yet; emptied when they are. */
  takeSteering(): readonly string[]
}

type Scene = (text: string, stage: Stage) => AsyncGenerator<LoopEvent>

const principal = { session: 'scene', run: 'run-1', role: 'main', parents: [] } as const

/** A request for approval as an edit of a file makes it. */
export const editRequest = {
  id: 'approval-1',
  toolCallId: 'call-1',
  tool: 'fs.edit',
  permission: 'write',
  risk: 'medium',
  tags: [],
  input: { path: 'src/total.ts' },
  targets: [],
  cwd: '/project',
  environment: [],
  hosts: [],
  dangerous: false,
  reason: '"src/total.ts" is changed.',
  rule: 'default.write',
  hooks: [],
  suggested: 'allow_once',
  offers: [
    { answer: 'allow_once', scope: 'this call only' },
    { answer: 'allow_for_session', scope: 'fs.edit, files below src' },
    { answer: 'deny', scope: 'this call only' },
    { answer: 'abort', scope: 'the whole run' },
  ],
  withheld: [],
  preview: {
    kind: 'diff',
    path: 'src/total.ts',
    text: '-return a - b\n+return a + b',
    added: 1,
    removed: 1,
    cut: false,
  },
  earlier: [],
  principal,
  askedAt: 0,
  answerableUntil: 0,
  expiresAt: 0,
  digest: '00',
  parts: [],
  totals: { commands: 0, paths: 1, hosts: 0, others: 0 },
  complete: true,
} as unknown as ApprovalRequest

const question: QuestionRequest = {
  id: 'question-1',
  questions: [
    {
      kind: 'choice',
      header: 'Database',
      question: 'Which database?',
      options: [{ label: 'SQLite', description: 'a file' }, { label: 'PostgreSQL' }],
      several: false,
      allowText: true,
    },
  ],
  principal,
  workspace: '/project',
  askedAt: 0,
  waitsUntil: 0,
}

/** The scenes by name. Each begins when a person sends a message. */
export const scenes: Readonly<Record<string, Scene>> = {
  async *answer(text) {
    yield* said(text)
    yield { type: 'text.streamed', text: 'Hello. ' }
    yield { type: 'text.streamed', text: 'You said: ' }
    yield { type: 'text.streamed', text: `${text}\n日本語 and e\u0301 and 👍.\n` }
    yield ended('completed')
  },
  async *approval(text, { chat, signal }) {
    yield* said(text)
    yield { type: 'text.streamed', text: 'I correct the sum.' }
    yield answered('I correct the sum.')
    let decision = 'none'
    for await (const { answer, reason } of chat.approver.ask([editRequest], signal)) {
      decision = `${answer}${reason === undefined ? '' : ` because ${reason}`}`
    }
    yield { type: 'text.streamed', text: `The decision was: ${decision}` }
    yield ended('completed')
  },
  async *question(text, { chat, signal }) {
    yield* said(text)
    const reply = await chat.questioner.ask(question, signal)
    yield { type: 'text.streamed', text: `The reply was: ${JSON.stringify(reply)}` }
    yield ended('completed')
  },
  async *work(text, { signal, takeSteering }) {
    yield* said(text)
    yield started('runtime.exec', { command: 'npm test' })
    yield { type: 'call.progressed', call: 'call-1', tool: 'runtime.exec', message: 'test 1 passed' }
    yield { type: 'call.progressed', call: 'call-1', tool: 'runtime.exec', message: 'test 2 passed' }
    while (!signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      for (const line of takeSteering()) {
        yield message(line, true)
        yield { type: 'text.streamed', text: `Understood: ${line}\n` }
        yield ended('completed')
        return
      }
    }
    yield ended('aborted', 'The run was stopped by you.')
  },
  async *hostile(text) {
    yield* said(text)
    yield { type: 'text.streamed', text: '\u001b[2J\u001b]0;owned\u0007red\u001b[31m\u009b1mbold\r\nback\u0008space\u202etxt\n' }
    yield started('runtime.exec', { command: 'printf "\u001b[2J"' })
    yield { type: 'call.progressed', call: 'call-1', tool: 'runtime.exec', message: '\u001b[H\u001b[2Jgone' }
    yield ended('completed')
  },
  /** Ten megabytes in about a second. */
  async *flood(text, { signal }) {
    yield* said(text)
    const chunk = Array.from({ length: 125 }, (_, line) => `${line}`.padEnd(79, '.')).join('\n')
    const began = performance.now()
    for (let sent = 0; sent < 1_000 && !signal.aborted; sent += 1) {
      yield { type: 'text.streamed', text: `${chunk}\n` }
      const ahead = sent + 1 - (performance.now() - began)
      await new Promise((resolve) => (ahead > 1 ? setTimeout(resolve, ahead) : setImmediate(resolve)))
    }
    yield { type: 'text.streamed', text: 'The flood is over.' }
    yield ended('completed')
  },
}

function* said(text: string): Generator<LoopEvent> {
  yield message(text, false)
  yield { type: 'turn.started', run: 'run-1', turn: 1, model: 'scripted' }
}

function message(text: string, meanwhile: boolean): LoopEvent {
  return { type: 'message.placed', message: { kind: 'message', node: 'message/1', from: 'user', text, meanwhile, time: 0 } }
}

function started(tool: string, input: unknown): LoopEvent {
  return { type: 'call.started', call: 'call-1', tool, input, permission: 'write', risk: 'medium' }
}

function answered(text: string): LoopEvent {
  return { type: 'turn.answered', node: 'turn/1', text, calls: [], stop: 'stop', usage: noUsage } as unknown as LoopEvent
}

function ended(reason: RunReport['reason'], text?: string): LoopEvent {
  return {
    type: 'run.ended',
    report: {
      run: 'run-1',
      reason,
      text: '',
      turns: 1,
      calls: 0,
      denied: 0,
      usage: noUsage,
      durationMs: 0,
      ...(text === undefined ? {} : { message: text }),
    },
  }
}
