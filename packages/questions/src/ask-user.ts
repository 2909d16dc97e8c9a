import { fail, type Label, toolOutput } from '@drawbridge/core'
import { assertNever, escapeToOneLine } from '@drawbridge/core/base'
import {
  lookAlike,
  type Question,
  type QuestionAnswer,
  type QuestionResult,
  questionLimits,
} from '@drawbridge/core/question'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { z } from 'zod'

const limits = questionLimits

const option = z.strictObject({
  label: z.string().trim().min(1).max(limits.label).describe('The choice in a few words. Unique among the options.'),
  description: z.string().trim().max(limits.description).optional().describe('What choosing it means.'),
})

const asked = z.strictObject({
  question: z.string().trim().min(1).max(limits.question).describe('The question, complete in itself.'),
  header: z.string().trim().max(limits.header).optional().describe('A word or two above the question.'),
  options: z
    .array(option)
    .min(1)
    .max(limits.options)
    .optional()
    .describe('Choices to offer. Without them the person answers in their own words.'),
  multi_select: z.boolean().default(false).describe('True if several options may be chosen.'),
  allow_text: z.boolean().default(true).describe('False if only the options count as an answer.'),
  yes_no: z.boolean().default(false).describe('True for a question that yes or no answers. Takes no options.'),
})

const input = z.strictObject({
  questions: z.array(asked).min(1).max(limits.questions),
  timeout_seconds: z.int().min(1).max(590).optional().describe('How long to wait for the answers.'),
})

type AskedQuestion = z.output<typeof asked>

/** The text quotes the model, not only the person, so nothing in it may vouch for a later call. */
const replyLabel: Label = { sources: [{ tool: 'ask.user' }], trust: 'untrusted', readers: 'anyone' }

/** The time in which the tool tells that nobody answered. Milliseconds. */
const tellingMs = 1_000

/** `ask.user`: asks the person behind the call. Each way to end says what happened and what to do now. */
export function askUser({ waitSeconds }: { readonly waitSeconds: number }): ToolBody {
  return defineToolBody({
    input,
    check: ({ questions }) => questions.map(objectionTo).find((objection) => objection !== undefined),
    timeLimit: ({ timeout_seconds: seconds = waitSeconds }) => seconds * 1_000 + tellingMs,
    execute: async ({ questions, timeout_seconds: seconds = waitSeconds }, { ask }) => {
      const wanted = questions.map(questionOf)
      const result = await ask(wanted, { timeoutMs: seconds * 1_000 })
      switch (result.status) {
        case 'answered':
          return toolOutput({
            content: [{ type: 'text', text: describeAnswers(wanted, result.answers), label: replyLabel }],
            data: { status: result.status, answers: result.answers },
          })
        case 'declined':
          return toolOutput({
            content: [{ type: 'text', text: describeRefusal(result.reason), label: replyLabel }],
            data: { status: result.status, ...(result.reason === undefined ? {} : { reason: result.reason }) },
          })
        default:
          return failUnanswered(result)
      }
    },
  })
}

function failUnanswered(result: Exclude<QuestionResult, { status: 'answered' | 'declined' }>): never {
  switch (result.status) {
    case 'timed_out': {
      const { timeoutMs, answersLater } = result
      const later =
        answersLater === undefined
          ? ''
          : ` The questions stay open and can still be answered ${answersLater}: ask exactly the same later, and a reply that was given by then comes at once.`
      return fail(
        'timeout',
        `Nobody answered within ${Math.round(timeoutMs / 1_000)} s.${later} Until then do what needs no answer, or take the choice that is easiest to undo and tell the person which one it was.`,
      )
    }
    case 'unavailable':
      return fail(
        'tool_not_available',
        `The person cannot be asked: ${result.why}. Do not ask again in this task. Go on without an answer: take the choice that is easiest to undo and tell the person which one it was, or stop and state your question as your reply.`,
      )
    case 'aborted':
      return fail('aborted', 'The call was aborted while the person was being asked.')
    default:
      return assertNever(result)
  }
}

function objectionTo({
  question,
  options = [],
  multi_select: several,
  yes_no: yesNo,
}: AskedQuestion): string | undefined {
  const which = `The question ${JSON.stringify(question)}`
  if (yesNo && (options.length > 0 || several))
    return `${which} has "yes_no", which takes no options and no "multi_select".`
  if (several && options.length === 0) return `${which} has "multi_select" but no "options" to select from.`
  const labels = options.map(({ label }) => label)
  const twice = labels.find((label, index) => labels.indexOf(label) !== index)
  if (twice !== undefined) return `${which} has the option ${JSON.stringify(twice)} twice.`
  const alike = lookAlike(labels)
  if (alike === undefined) return undefined
  return `${which} has two options that look alike to a person: ${escapeToOneLine(JSON.stringify(alike))} and an earlier one. Word them differently.`
}

function questionOf({ question, header, options, multi_select, allow_text, yes_no }: AskedQuestion): Question {
  const text = { question, ...(header === undefined || header === '' ? {} : { header }) }
  if (yes_no) return { kind: 'yes_no', ...text }
  if (options === undefined) return { kind: 'text', ...text }
  const offered = options.map(({ label, description = '' }) => ({
    label,
    ...(description === '' ? {} : { description }),
  }))
  return { kind: 'choice', ...text, options: offered, several: multi_select, allowText: allow_text }
}

function describeAnswers(questions: readonly Question[], answers: readonly QuestionAnswer[]): string {
  const lines = questions.flatMap(({ question }, index) => {
    const { chosen = [], text } = answers[index] ?? {}
    return [
      `${index + 1}. ${question}`,
      ...(chosen.length === 0 ? [] : [`   Chosen: ${chosen.join('; ')}`]),
      ...(text === undefined ? [] : [`   In their own words: ${text.replaceAll('\n', '\n   ')}`]),
    ]
  })
  return ['The person answered.', ...lines].join('\n')
}

function describeRefusal(reason: string | undefined): string {
  const why = reason === undefined ? 'gave no reason' : `gave this reason: ${reason}`
  return `The person declined to answer and ${why}. Do not ask the same again. Go on without the answer if the task allows it, and say what you assumed; otherwise stop and say what is missing.`
}
