import { defined } from '../../base/defined.ts'
import { field } from '../../schema/field.ts'
import type { OwnShape } from '../dialect-tool.ts'
import { choice } from '../shapes.ts'

interface ShownQuestion {
  readonly question: string
  readonly header: string
  readonly options: readonly { readonly label: string; readonly description?: string }[]
  readonly multiSelect: boolean
}

interface CanonicalQuestion extends Omit<ShownQuestion, 'header' | 'options' | 'multiSelect'> {
  readonly header?: string
  readonly options?: ShownQuestion['options']
  readonly multi_select: boolean
  readonly allow_text: boolean
  readonly yes_no: boolean
}

/** `ask.user` with questions that each offer choices. */
export const claudeAsk: OwnShape = {
  schema: field.object({
    questions: field
      .array(
        field.object({
          question: field.string().min(1).describe('The question, complete in itself.'),
          header: field.string().describe('A word or two above the question.'),
          options: field
            .array(choice)
            .min(1)
            .describe('Choices to offer. The person may also answer in their own words.'),
          multiSelect: field.boolean().default(false).describe('True if several options may be chosen.'),
        }),
      )
      .min(1),
  }),
  toCanonical: ({ questions }) => ({
    questions: (questions as readonly ShownQuestion[]).map(({ multiSelect, ...question }) => ({
      ...question,
      multi_select: multiSelect,
      allow_text: true,
      yes_no: false,
    })),
  }),
  fromCanonical: ({ questions, ...rest }) => {
    const asked = questions as readonly CanonicalQuestion[]
    const isSayable = ({ header, options, allow_text: mayWrite, yes_no: isYesNo }: CanonicalQuestion) =>
      header !== undefined && options !== undefined && mayWrite && !isYesNo
    if (Object.keys(rest).length > 0 || !asked.every(isSayable)) return undefined
    return {
      questions: asked.map(({ question, header, options, multi_select: multiSelect }) =>
        defined({ question, header, options, multiSelect }),
      ),
    }
  },
}
