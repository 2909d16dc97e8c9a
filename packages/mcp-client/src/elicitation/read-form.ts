import { isJsonObject } from '@drawbridge/core/base'
import { type Question, type QuestionAnswer, questionLimits } from '@drawbridge/core/question'
import { harmless } from '@drawbridge/core/untrusted'

/** A form of a server as questions, and the way back from the answers to its values. */
export interface ReadForm {
  readonly questions: readonly Question[]
  /** Undefined if an answer does not fit: nothing is sent then. */
  valuesOf(answers: readonly QuestionAnswer[]): Readonly<Record<string, FormValue>> | undefined
}

/** The value of one field. */
export type FormValue = string | number | boolean | string[]

interface Field {
  readonly name: string
  readonly question: Question
  read(answer: QuestionAnswer): FormValue | undefined
}

/** Fields that ask for something that nobody should enter into the form of a server. Spelling is folded first. */
const secretWords =
  /pass(word|wd|phrase|code)?|secret|token|api_?key|private_?key|credential|\bpin\b|\botp\b|cvv|cvc|card_?number|iban|ssn/

/** Reads the form of a server; a text says why it is not shown to anybody. */
export function readForm(server: string, message: unknown, schema: unknown): ReadForm | string {
  const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {}
  const entries = Object.entries(properties)
  if (entries.length === 0) return 'it has no fields'
  if (entries.length > questionLimits.questions) return `it has more than ${questionLimits.questions} fields`
  const fields: Field[] = []
  const intro = `The MCP server "${server}" asks: ${shorten(String(message ?? ''), 600)}`
  for (const [name, field] of entries) {
    if (!isJsonObject(field)) return `its field "${shorten(name, 60)}" cannot be read`
    if (asksForSecret(name, field)) return `its field "${shorten(name, 60)}" asks for a secret`
    const read = readField(name, field, fields.length === 0 ? intro : `The MCP server "${server}" also asks:`)
    if (read === undefined) return `its field "${shorten(name, 60)}" is of a kind that cannot be asked`
    fields.push(read)
  }
  return {
    questions: fields.map(({ question }) => question),
    valuesOf: (answers) => {
      const values: [string, FormValue][] = []
      for (const [index, field] of fields.entries()) {
        const value = field.read(answers[index] ?? { chosen: [] })
        if (value === undefined) return undefined
        values.push([field.name, value])
      }
      return Object.fromEntries(values)
    },
  }
}

/** Looks at every text of the field that a person would read. Letters that are left out, as in `p_w`, are not found. */
function asksForSecret(name: string, { title, description, format }: Readonly<Record<string, unknown>>): boolean {
  return [name, title, description, format].some((text) => {
    const folded = String(text ?? '')
      .normalize('NFKC')
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_')
    return secretWords.test(folded)
  })
}

function readField(name: string, field: Readonly<Record<string, unknown>>, intro: string): Field | undefined {
  const what = shorten(String(field.title ?? name), 200)
  const more = typeof field.description === 'string' ? ` (${shorten(field.description, 400)})` : ''
  const question = `${intro}\n${what}${more}`.slice(0, questionLimits.question)
  const header = 'MCP server'
  const choices = choicesOf(field)
  if (choices !== undefined) {
    if (choices.labels.length === 0 || choices.labels.length > questionLimits.options) return undefined
    const options = choices.labels.map((label) => ({ label: shorten(label, questionLimits.label) }))
    if (new Set(options.map(({ label }) => label)).size < options.length) return undefined
    const valueFor = (label: string) => choices.values[options.findIndex((option) => option.label === label)]
    return {
      name,
      question: { kind: 'choice', header, question, options, several: choices.several, allowText: false },
      read: ({ chosen }) => {
        const values = chosen.map(valueFor).filter((value) => value !== undefined)
        return choices.several ? values : values[0]
      },
    }
  }
  switch (field.type) {
    case 'boolean':
      return { name, question: { kind: 'yes_no', header, question }, read: ({ chosen }) => chosen[0] === 'yes' }
    case 'string':
      return { name, question: { kind: 'text', header, question }, read: ({ text }) => text }
    case 'number':
    case 'integer':
      return {
        name,
        question: { kind: 'text', header, question },
        read: ({ text = '' }) => {
          const value = Number(text.trim())
          const fits =
            text.trim() !== '' && Number.isFinite(value) && (field.type === 'number' || Number.isInteger(value))
          return fits ? value : undefined
        },
      }
    default:
      return undefined
  }
}

/** Returns the choices of a field: titled or not, one or several. */
function choicesOf(field: Readonly<Record<string, unknown>>) {
  const several = field.type === 'array'
  const source = several && isJsonObject(field.items) ? field.items : field
  const titled = source.oneOf ?? source.anyOf
  if (Array.isArray(titled)) {
    const parts = titled.filter((part) => isJsonObject(part) && typeof part.const === 'string')
    const values = parts.map((part) => String((part as { const: string }).const))
    return {
      several,
      values,
      labels: parts.map((part, at) => String((part as { title?: string }).title ?? values[at])),
    }
  }
  if (!Array.isArray(source.enum)) return undefined
  const values = source.enum.filter((value) => typeof value === 'string')
  const names: readonly unknown[] = Array.isArray(source.enumNames) ? source.enumNames : []
  return { several, values, labels: values.map((value, at) => String(names[at] ?? value)) }
}

/** The words of a server on one line, without what no reader sees. */
function shorten(text: string, most: number): string {
  const line = harmless(text).replaceAll(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 3)}...`
}
