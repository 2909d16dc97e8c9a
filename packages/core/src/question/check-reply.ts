import { choicesOf, type Question, type QuestionAnswer, questionLimits } from './question.ts'
import type { QuestionReply } from './questioner.ts'

/** Returns why a reply does not fit its questions, to follow "The reply "; undefined if it does. Takes any value. */
export function objectionToReply(reply: QuestionReply, questions: readonly Question[]): string | undefined {
  if (reply.status === 'declined') return undefined
  if (reply.status !== 'answered' || !Array.isArray(reply.answers)) return 'has neither answers nor a refusal'
  const { answers } = reply
  if (answers.length !== questions.length)
    return `has ${answers.length} answers for ${questions.length} ${questions.length === 1 ? 'question' : 'questions'}`
  for (const [index, question] of questions.entries()) {
    const objection = objectionToAnswer(answers[index], question)
    if (objection !== undefined) return `has an answer to question ${index + 1} that ${objection}`
  }
  return undefined
}

function objectionToAnswer(answer: QuestionAnswer | undefined, question: Question): string | undefined {
  if (answer === undefined || !Array.isArray(answer.chosen)) return 'is not an answer'
  const { chosen, text = '' } = answer
  const unknown = chosen.find((label) => !choicesOf(question).includes(label))
  if (unknown !== undefined) return `chooses ${JSON.stringify(unknown)}, which was not offered`
  const takesText = question.kind === 'text' || (question.kind === 'choice' && question.allowText)
  const several = question.kind === 'choice' && question.several
  if (!several && chosen.length > 1) return 'chooses more than one option'
  if (typeof text !== 'string') return 'has a text that is not text'
  if (text !== '' && !takesText) return 'is in words, but only the options are offered'
  if (text.length > questionLimits.answer) return `is longer than ${questionLimits.answer} characters`
  return chosen.length === 0 && text.trim() === '' ? 'is empty' : undefined
}

/** Returns the reply with nothing in it but what a reply has, and its reason cut to its limit. */
export function onlyTheReply(reply: QuestionReply, questions: readonly Question[]): QuestionReply {
  if (reply.status === 'declined') {
    const reason = typeof reply.reason === 'string' ? reply.reason.trim().slice(0, questionLimits.reason) : ''
    return { status: 'declined', ...(reason === '' ? {} : { reason }) }
  }
  const answers = reply.answers.map(({ chosen, text = '' }, index) => ({
    chosen: choicesOf(questions[index] ?? noChoices).filter((label) => chosen.includes(label)),
    ...(text === '' ? {} : { text }),
  }))
  return { status: 'answered', answers }
}

const noChoices: Question = { kind: 'text', question: '' }
