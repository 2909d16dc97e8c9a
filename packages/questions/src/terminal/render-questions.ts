import { escapeToOneLine, escapeUnprintable } from '@drawbridge/core/base'
import type { Question, QuestionRequest } from '@drawbridge/core/question'

/** Returns one question with its options, numbered, as lines for a terminal. Nothing in it can fake lines or control the terminal. */
export function renderQuestion(question: Question, indent = ''): string {
  const { header } = question
  const lines = [
    ...(header === undefined ? [] : [`[${escapeToOneLine(header)}]`]),
    ...linesOf(question.question),
    ...(question.kind === 'choice' ? question.options : []).map(
      ({ label, description }, index) =>
        `  ${index + 1}  ${escapeToOneLine(label)}${description === undefined ? '' : `: ${escapeToOneLine(description)}`}`,
    ),
  ]
  return lines.map((line) => `${indent}${line}\n`).join('')
}

/** Several lines are marked, so that none can pass for an option or for a question of Drawbridge itself, such as an approval. */
function linesOf(text: string): readonly string[] {
  const lines = escapeUnprintable(text).split('\n')
  return lines.length === 1 ? lines : lines.map((line) => `| ${line}`)
}

/** Names the caller and the agents above it, as one line. */
export function describeAsker({ principal: { agent, role, parents } }: Pick<QuestionRequest, 'principal'>): string {
  const above = parents.toReversed().map((parent) => parent.agent ?? parent.run)
  return [...above, `${agent ?? 'agent'} (${role})`].map((name) => escapeToOneLine(name)).join(' > ')
}
