import { escapeToOneLine } from '@drawbridge/core/base'
import type { QuestionReply } from '@drawbridge/core/question'
import type { StoredQuestions } from '../desk/question-rows.ts'
import { describeAsker, renderQuestion } from '../terminal/render-questions.ts'

/** Returns stored questions as lines: who asks, what, and how they were answered or can be. */
export function describeQuestions({ request, state, expiresAt, reply, repliedBy }: StoredQuestions): string {
  const { id, questions, workspace, principal } = request
  const user = principal.user === undefined ? '' : `, for ${escapeToOneLine(principal.user)}`
  const end =
    state === 'pending'
      ? `  Answer  until ${new Date(expiresAt).toISOString()}\n`
      : `  State   ${state}${repliedBy === undefined ? '' : ` by ${escapeToOneLine(repliedBy)}`}\n${describeReply(reply)}`
  return [
    `${escapeToOneLine(id)}\n`,
    `  From    ${describeAsker(request)}${user}, in ${escapeToOneLine(workspace)}\n`,
    ...questions.map((question) => renderQuestion(question, '  | ')),
    end,
  ].join('')
}

function describeReply(reply: QuestionReply | undefined): string {
  if (reply === undefined) return ''
  if (reply.status === 'declined')
    return `  Reply   declined${reply.reason === undefined ? '' : `: ${escapeToOneLine(reply.reason)}`}\n`
  const lines = reply.answers.map(({ chosen, text }) => [...chosen, ...(text === undefined ? [] : [text])].join('; '))
  return lines.map((line) => `  Reply   ${escapeToOneLine(line)}\n`).join('')
}
