import { escapeToOneLine, escapeUnprintable } from '@drawbridge/core/base'
import {
  choicesOf,
  lookOf,
  type Question,
  type QuestionAnswer,
  type QuestionRequest,
  questionLimits,
} from '@drawbridge/core/question'
import type { ElicitRequestFormParams } from '@modelcontextprotocol/server'

type FormFields = ElicitRequestFormParams['requestedSchema']['properties']

/**
 * Returns questions as an MCP elicitation form of flat fields. Nothing is preset, so a client that fills in defaults answers nothing: yes
 * and no are a choice of two words, and only an option among several is a box that begins unticked.
 */
export function questionForm({ questions, principal: { agent, role } }: QuestionRequest): ElicitRequestFormParams {
  const asker = escapeToOneLine(agent ?? 'agent')
  const fields = questions.map((question, index) => fieldsOf(question, index))
  return {
    mode: 'form',
    message: [
      `${asker} (${role}) asks you:`,
      ...questions.flatMap((question, index) => describeQuestion(question, index)),
    ].join('\n'),
    requestedSchema: {
      type: 'object',
      properties: Object.assign({}, ...fields) as FormFields,
      required: questions.flatMap((question, index) => (needsField(question) ? [answerKey(index)] : [])),
    },
  }
}

/** Reads the answers out of the fields of a form. Anything that is not what the form asks for counts as empty. */
export function readFormAnswers(
  questions: readonly Question[],
  content: Readonly<Record<string, unknown>>,
): readonly QuestionAnswer[] {
  return questions.map((question, index) => {
    const given = content[answerKey(index)]
    const own = question.kind === 'text' ? given : content[textKey(index)]
    const text = typeof own === 'string' ? own.trim() : ''
    const labels = choicesOf(question)
    const shown = distinctLabels(labels)
    const chosen = labels.filter((_, place) =>
      isSeveral(question) ? content[boxKey(index, place)] === true : given === shown[place],
    )
    return { chosen, ...(text === '' ? {} : { text }) }
  })
}

function describeQuestion(question: Question, index: number): readonly string[] {
  const { header } = question
  const [first = '', ...more] = escapeUnprintable(question.question).split('\n')
  const title = header === undefined ? '' : `[${escapeToOneLine(header)}] `
  const described =
    question.kind === 'choice' ? question.options.filter((option) => option.description !== undefined) : []
  return [
    `${index + 1}. ${title}${first}`,
    ...more.map((line) => `   ${line}`),
    ...described.map(
      ({ label, description = '' }) => `   - ${escapeToOneLine(label)}: ${escapeToOneLine(description)}`,
    ),
  ]
}

function fieldsOf(question: Question, index: number): FormFields {
  const title = escapeToOneLine(question.header ?? `Answer ${index + 1}`)
  const text = { type: 'string', title, maxLength: questionLimits.answer } as const
  switch (question.kind) {
    case 'text':
      return { [answerKey(index)]: text }
    case 'yes_no':
      return { [answerKey(index)]: { type: 'string', title, enum: ['yes', 'no'] } }
    case 'choice': {
      const labels = distinctLabels(choicesOf(question))
      const own = { [textKey(index)]: { ...text, title: `${title}, in your own words` } }
      const boxes = labels.map((label, place) => [boxKey(index, place), { type: 'boolean', title: label }] as const)
      const choices = question.several
        ? Object.fromEntries(boxes)
        : { [answerKey(index)]: { type: 'string', title, enum: labels } as const }
      return question.allowText ? { ...choices, ...own } : choices
    }
    default:
      return question satisfies never
  }
}

/** Returns labels as a form shows them. Those that look like another one are numbered by their place, so that an answer means one of them. */
function distinctLabels(labels: readonly string[]): readonly string[] {
  const looks = labels.flatMap((label) => [...new Set([lookOf(label), lookOf(escapeToOneLine(label))])])
  const isAlone = (look: string) => looks.indexOf(look) === looks.lastIndexOf(look)
  return labels.map((label, place) => {
    const shown = escapeToOneLine(label)
    return isAlone(lookOf(label)) && isAlone(lookOf(shown)) ? shown : `${place + 1}. ${shown}`
  })
}

/** Returns true if the form has one field that every reply must fill. */
function needsField(question: Question): boolean {
  return question.kind !== 'choice' || !(question.several || question.allowText)
}

function isSeveral(question: Question): boolean {
  return question.kind === 'choice' && question.several
}

const answerKey = (index: number): string => `answer_${index + 1}`
const textKey = (index: number): string => `text_${index + 1}`
const boxKey = (index: number, place: number): string => `answer_${index + 1}_option_${place + 1}`
