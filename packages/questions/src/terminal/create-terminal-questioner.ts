import {
  type Question,
  type QuestionAnswer,
  type Questioner,
  type QuestionReply,
  type QuestionRequest,
  readTypedAnswer,
  waysToAnswer,
} from '@drawbridge/core/question'
import { type InTurn, type Terminal, takeTurns } from '@drawbridge/room'
import { describeAsker, renderQuestion } from './render-questions.ts'

/** The options of `createTerminalQuestioner`. */
export interface TerminalQuestionerOptions {
  readonly terminal: Pick<Terminal, 'write' | 'readLine'>
  /** Waits until nothing else is asked at the terminal, and keeps it meanwhile. Default: questions wait for each other only. */
  readonly inTurn?: InTurn
}

/** Asks the person at the terminal, one after the other. An empty line, given twice, declines. */
export function createTerminalQuestioner({ terminal, inTurn = takeTurns() }: TerminalQuestionerOptions): Questioner {
  return { id: 'terminal', ask: (request, signal) => inTurn(() => askAll(request, signal, terminal)) }
}

type TypedReply = { readonly answer: QuestionAnswer } | 'declined' | 'left'

async function askAll(
  request: QuestionRequest,
  signal: AbortSignal,
  terminal: TerminalQuestionerOptions['terminal'],
): Promise<QuestionReply | undefined> {
  if (signal.aborted) return undefined
  const { questions } = request
  const many = questions.length === 1 ? 'a question' : `${questions.length} questions`
  terminal.write(`\n${describeAsker(request)} has ${many} for you. Press Enter twice to decline.\n`)
  const answers: QuestionAnswer[] = []
  for (const question of questions) {
    const typed = await askOne(question, signal, terminal)
    if (typed === 'left') {
      terminal.write('\nAn answer is no longer needed.\n')
      return undefined
    }
    if (typed === 'declined') return declined(signal, terminal)
    answers.push(typed.answer)
  }
  return { status: 'answered', answers }
}

async function askOne(
  question: Question,
  signal: AbortSignal,
  terminal: TerminalQuestionerOptions['terminal'],
): Promise<TypedReply> {
  terminal.write(`\n${renderQuestion(question)}${waysToAnswer(question)}.\n`)
  let isEmpty = false
  while (true) {
    terminal.write('> ')
    const line = await terminal.readLine(signal)
    if (line === undefined) return 'left'
    const wasEmpty: boolean = isEmpty
    isEmpty = line.trim() === ''
    if (isEmpty && wasEmpty) return 'declined'
    const typed = readTypedAnswer(line, question)
    if (typed.status === 'answer') return typed
    terminal.write(isEmpty ? 'Press Enter again to decline, or answer.\n' : `${typed.why}\n`)
  }
}

async function declined(signal: AbortSignal, terminal: TerminalQuestionerOptions['terminal']): Promise<QuestionReply> {
  terminal.write('Declined. Why, for the model (Enter for nothing): ')
  const reason = ((await terminal.readLine(signal)) ?? '').trim()
  return { status: 'declined', ...(reason === '' ? {} : { reason }) }
}
