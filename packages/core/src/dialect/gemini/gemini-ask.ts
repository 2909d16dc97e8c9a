import { defined } from '../../base/defined.ts'
import { field } from '../../schema/field.ts'
import type { OwnShape } from '../dialect-tool.ts'
import { choice } from '../shapes.ts'

interface ShownQuestion {
  readonly question: string
  readonly header: string
  readonly type: 'choice' | 'text' | 'yesno'
  readonly options?: readonly { readonly label: string; readonly description?: string }[]
  readonly multiSelect?: boolean
}

interface CanonicalQuestion extends Pick<ShownQuestion, 'question' | 'options'> {
  readonly header?: string
  readonly multi_select: boolean
  readonly allow_text: boolean
  readonly yes_no: boolean
}

/** `ask.user` with the kind of each question named. */
export const geminiAsk: OwnShape = {
  schema: field.object({
    questions: field
      .array(
        field.object({
          question: field.string().min(1).describe('The question, complete in itself.'),
          header: field.string().describe('A word or two above the question.'),
          type: field
            .enum(['choice', 'text', 'yesno'])
            .default('choice')
            .describe('Choose among options, answer in own words, or yes and no.'),
          options: field
            .array(choice)
            .min(1)
            .optional()
            .describe('Choices to offer, for the type choice. The person may also answer in their own words.'),
          multiSelect: field.boolean().default(false).describe('True if several options may be chosen.'),
        }),
      )
      .min(1),
  }),
  toCanonical: ({ questions }) => {
    const asked = questions as readonly ShownQuestion[]
    const odd = asked.find(({ type, options }) => (type === 'choice') !== (options !== undefined))
    if (odd !== undefined) {
      const message =
        odd.type === 'choice'
          ? 'A question of the type "choice" needs options. Give some, or set its type to "text".'
          : `A question of the type "${odd.type}" takes no options. Leave them out, or set its type to "choice".`
      return { refused: { code: 'validation_error', message } }
    }
    return {
      questions: asked.map(({ type, multiSelect, ...question }) => ({
        ...question,
        multi_select: multiSelect,
        allow_text: true,
        yes_no: type === 'yesno',
      })),
    }
  },
  fromCanonical: ({ questions, ...rest }) => {
    const asked = questions as readonly CanonicalQuestion[]
    if (
      Object.keys(rest).length > 0 ||
      asked.some(({ header, allow_text: mayWrite }) => header === undefined || !mayWrite)
    )
      return undefined
    return {
      questions: asked.map(({ question, header, options, multi_select: multiSelect, yes_no: isYesNo }) =>
        defined({ question, header, type: isYesNo ? 'yesno' : options ? 'choice' : 'text', options, multiSelect }),
      ),
    }
  },
}
