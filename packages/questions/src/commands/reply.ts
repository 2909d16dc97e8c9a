import { DrawbridgeError } from '@drawbridge/core'
import { type Question, type QuestionAnswer, type QuestionReply, readTypedAnswer } from '@drawbridge/core/question'
import type { CommandInvocation, RoomCommand } from '@drawbridge/room'
import { operatorOf } from '@drawbridge/sandbox/operator'
import type { ReplyReceipt } from '../desk/create-question-desk.ts'
import type { StoredQuestions } from '../desk/question-rows.ts'
import { findDesk, idArgument, jsonOption, needQuestions } from './open-desk.ts'

export const answerCommand: RoomCommand = {
  arguments: [
    idArgument,
    {
      name: 'answer',
      summary:
        'one for each question, in order: the number or label of an option (several with commas), yes, no, or text',
      variadic: true,
    },
  ],
  options: [jsonOption],
  examples: [
    ['The second option', 'drawbridge questions answer ID 2'],
    ['Two questions: options 1 and 3, and a text', "drawbridge questions answer ID 1,3 'the staging server'"],
  ],
  run: (invocation) =>
    send(invocation, ({ request: { questions } }) => ({
      status: 'answered',
      answers: readAnswers(invocation.arguments.slice(1), questions),
    })),
}

export const dismissCommand: RoomCommand = {
  arguments: [idArgument],
  options: [{ flags: '--reason <text>', summary: 'reason; the model reads it' }, jsonOption],
  examples: [['Leave it to the agent', "drawbridge questions dismiss ID --reason 'your choice'"]],
  run: (invocation) => {
    const { reason } = invocation.options
    return send(invocation, () => ({ status: 'declined', ...(typeof reason === 'string' ? { reason } : {}) }))
  },
}

/** Sends the reply to the questions of the id. A failure ends the command with status 1. */
async function send(
  { arguments: [given = ''], options, io, ground }: CommandInvocation,
  replyTo: (asked: StoredQuestions) => QuestionReply,
): Promise<0 | 1> {
  await using desk = await findDesk(ground)
  const asked = await needQuestions(given, desk)
  const { id } = asked.request
  const receipt = (await desk?.reply(id, replyTo(asked), operatorOf(io.environment))) ?? { status: 'unknown_question' }
  if (options.json === true) await io.output.write(`${JSON.stringify({ questionId: id, ...receipt })}\n`)
  else if (receipt.status === 'accepted') await io.output.write(`Replied to ${id}.\n`)
  else await io.diagnostics.write(`drawbridge: ${explainReceipt(id, receipt)}\n`)
  return receipt.status === 'accepted' ? 0 : 1
}

function readAnswers(typed: readonly string[], questions: readonly Question[]): readonly QuestionAnswer[] {
  if (typed.length !== questions.length) {
    const count = questions.length === 1 ? 'one answer' : `${questions.length} answers`
    throw new DrawbridgeError('invalid_option', `Give ${count}, in the order of the questions, not ${typed.length}.`)
  }
  return questions.map((question, index) => {
    const read = readTypedAnswer(typed[index] ?? '', question)
    if (read.status === 'answer') return read.answer
    throw new DrawbridgeError(
      'invalid_option',
      `${JSON.stringify(typed[index])} does not answer ${JSON.stringify(question.question)}. ${read.why}`,
    )
  })
}

/** Says why a reply changed nothing. */
export function explainReceipt(id: string, receipt: Exclude<ReplyReceipt, { status: 'accepted' }>): string {
  switch (receipt.status) {
    case 'already_settled':
      return `${id} needs no reply any more: it was settled by ${receipt.by}.`
    case 'unknown_question':
      return `No question has the id ${JSON.stringify(id)}. See: drawbridge questions list`
    case 'not_fitting':
      return `The reply ${receipt.why}. See: drawbridge questions show ${id}`
    case 'expired':
      return `${id} expired at ${new Date(receipt.at).toISOString()}. The agent has to ask again.`
    case 'not_human':
      return 'Only a person can answer, and a tool started this command. Answer from your own terminal.'
    default:
      return receipt satisfies never
  }
}
