import type { Principal } from '../base/principal.ts'
import { choicesOf, type Question, type QuestionAnswer, questionLimits } from './question.ts'

export type TypedAnswer =
  | { readonly status: 'answer'; readonly answer: QuestionAnswer }
  /** @property why A sentence that says what can be typed. */
  | { readonly status: 'unclear'; readonly why: string }

/**
 * Reads what a person typed on one line. An option is named by its number or its label, several by a comma between them, and yes
 * and no by their first letter as well. Anything else is the person's own words, where those are allowed.
 */
export function readTypedAnswer(typed: string, question: Question): TypedAnswer {
  const text = typed.trim()
  if (text === '') return unclear(question)
  if (text.length > questionLimits.answer)
    return { status: 'unclear', why: `An answer has at most ${questionLimits.answer} characters.` }
  switch (question.kind) {
    case 'text':
      return { status: 'answer', answer: { chosen: [], text } }
    case 'yes_no': {
      const word = /^(?:(?<yes>y|yes)|n|no)$/i.exec(text)
      if (word === null) return unclear(question)
      return { status: 'answer', answer: { chosen: [word.groups?.yes === undefined ? 'no' : 'yes'] } }
    }
    case 'choice': {
      const labels = choicesOf(question)
      const whole = labelOf(text, labels)
      const named =
        whole === undefined && question.several ? text.split(',').map((part) => labelOf(part, labels)) : [whole]
      if (named.every((label) => label !== undefined))
        return { status: 'answer', answer: { chosen: labels.filter((label) => named.includes(label)) } }
      // A number that no option has is a slip, not somebody's own words.
      if (!question.allowText || /^[\d\s,]+$/.test(text)) return unclear(question)
      return { status: 'answer', answer: { chosen: [], text } }
    }
    default:
      return question satisfies never
  }
}

function labelOf(text: string, labels: readonly string[]): string | undefined {
  const wanted = text.trim()
  const exact = labels.find((label) => label === wanted)
  if (exact !== undefined) return exact
  if (/^\d{1,2}$/.test(wanted)) return labels[Number(wanted) - 1]
  const like = labels.filter((label) => label.toLowerCase() === wanted.toLowerCase())
  return like.length === 1 ? like[0] : undefined
}

function unclear(question: Question): TypedAnswer {
  return { status: 'unclear', why: `${waysToAnswer(question)}.` }
}

/** Says what can be typed, as an order without a full stop. */
export function waysToAnswer(question: Question): string {
  switch (question.kind) {
    case 'text':
      return 'Type the answer on one line'
    case 'yes_no':
      return 'Type yes or no'
    case 'choice': {
      const { length } = question.options
      const number = length === 1 ? '1' : `a number from 1 to ${length}`
      const one = question.several ? `${number}, or several with commas between them` : number
      return `Type ${one}${question.allowText ? ', or your own words' : ''}`
    }
    default:
      return question satisfies never
  }
}

/** Returns the labels from the top of a tree of runs down to the caller. Undefined unless the caller is a child. */
export function callerPath({ label, parents }: Pick<Principal, 'label' | 'parents'>): string | undefined {
  const labels = [...parents.map((parent) => parent.label).reverse(), label].filter((each) => each !== undefined)
  return labels.length === 0 ? undefined : labels.join(' › ')
}
