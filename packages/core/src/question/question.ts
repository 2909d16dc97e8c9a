/** One thing that a person is asked. */
export type Question = TextQuestion | YesNoQuestion | ChoiceQuestion

interface QuestionText {
  /** A word or two above the question, such as `Database`. */
  readonly header?: string
  /** The question itself, in a sentence or a few. */
  readonly question: string
}

/** Answered in the person's own words. */
export interface TextQuestion extends QuestionText {
  readonly kind: 'text'
}

/** Answered with `yes` or `no`, and nothing else. */
export interface YesNoQuestion extends QuestionText {
  readonly kind: 'yes_no'
}

/** Answered with one of the options, or with several. */
export interface ChoiceQuestion extends QuestionText {
  readonly kind: 'choice'
  readonly options: readonly QuestionOption[]
  /** True if more than one option may be chosen. */
  readonly several: boolean
  /** True if the person may answer in their own words as well. */
  readonly allowText: boolean
}

/** One option of a choice. */
export interface QuestionOption {
  /** Unique among the options of its question. */
  readonly label: string
  readonly description?: string
}

/** The answer to one question: what was chosen of it, and the person's own words. One of the two may be empty, not both. */
export interface QuestionAnswer {
  /** Labels of options, in their order; `yes` or `no` for a question of that kind. */
  readonly chosen: readonly string[]
  readonly text?: string
}

/** The most that is asked and answered at once. Texts in characters. */
export const questionLimits = {
  questions: 4,
  options: 8,
  question: 2_000,
  header: 40,
  label: 100,
  description: 500,
  answer: 4_000,
  reason: 500,
} as const

/** Returns the labels that can be chosen. */
export function choicesOf(question: Question): readonly string[] {
  switch (question.kind) {
    case 'text':
      return []
    case 'yes_no':
      return ['yes', 'no']
    case 'choice':
      return question.options.map(({ label }) => label)
    default:
      return question satisfies never
  }
}
