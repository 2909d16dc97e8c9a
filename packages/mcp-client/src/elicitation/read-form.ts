import { isJsonObject } from '@drawbridge/core/base'
import { choicesOf, type Question, type QuestionAnswer, questionLimits } from '@drawbridge/core/question'
import { asksForSecret, mentionsSecret } from './asks-for-secret.ts'
import { type Field, type FormValue, leftOut, readField, shorten } from './read-field.ts'

/** A form of a server as questions, and the way back from the answers to its values. */
export interface ReadForm {
  /** As many at a time as a person may be asked. */
  readonly rounds: readonly (readonly Question[])[]
  /** Undefined if an answer does not fit: nothing is sent then. */
  valuesOf(answers: readonly QuestionAnswer[]): Readonly<Record<string, FormValue>> | undefined
}

/** The most fields of one form. */
const mostFields = 20

/** Reads the form of a server; a text says why it is not shown to anybody. */
export function readForm(server: string, message: unknown, schema: unknown): ReadForm | string {
  const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {}
  const required: readonly unknown[] = isJsonObject(schema) && Array.isArray(schema.required) ? schema.required : []
  const entries = Object.entries(properties)
  if (entries.length === 0) return 'it has no fields'
  if (entries.length > mostFields) return `it has more than ${mostFields} fields`
  const fields: Field[] = []
  for (const [index, [name, definition]] of entries.entries()) {
    const shown = shorten(name, 60)
    if (!isJsonObject(definition)) return `its field "${shown}" cannot be read`
    const isFirst = index % questionLimits.questions === 0
    const intro = isFirst
      ? `The MCP server "${server}" asks: ${shorten(String(message ?? ''), 600)}`
      : `The MCP server "${server}" also asks:`
    const field = readField({ name, definition, isRequired: required.includes(name), intro })
    if (field === undefined) return `its field "${shown}" is of a kind that cannot be asked`
    if (field.isTyped && textsOf(name, definition).some(asksForSecret)) return `its field "${shown}" asks for a secret`
    fields.push(field)
  }
  // A choice is of the server's own words: only what is typed can give a secret away.
  const around = [String(message ?? ''), ...fields.flatMap(({ question }) => choicesOf(question))]
  if (fields.some(({ isTyped }) => isTyped) && around.some(mentionsSecret)) return 'it asks for a secret'
  const questions = fields.map(({ question }) => question)
  return {
    rounds: Array.from({ length: Math.ceil(questions.length / questionLimits.questions) }, (_, round) =>
      questions.slice(round * questionLimits.questions, (round + 1) * questionLimits.questions),
    ),
    valuesOf: (answers) => {
      const values: [string, FormValue][] = []
      for (const [index, field] of fields.entries()) {
        const value = field.read(answers[index] ?? { chosen: [] })
        if (value === undefined) return undefined
        if (value !== leftOut) values.push([field.name, value])
      }
      return Object.fromEntries(values)
    },
  }
}

/** Every text that a person reads with a field. */
function textsOf(name: string, { title, description, format }: Readonly<Record<string, unknown>>): readonly string[] {
  return [name, title, description, format].map((text) => String(text ?? ''))
}
