import { isJsonObject } from '@drawbridge/core/base'
import { type Question, type QuestionAnswer, type QuestionOption, questionLimits } from '@drawbridge/core/question'
import { harmless } from '@drawbridge/core/untrusted'

/** The value of one field. */
export type FormValue = string | number | boolean | string[]

/** One field of a form as a question. */
export interface Field {
  readonly name: string
  readonly question: Question
  /** True if the answer can be words of the person's own. */
  readonly isTyped: boolean
  /** Returns the value; undefined if the answer does not fit the field. An optional field can be left out. */
  read(answer: QuestionAnswer): FormValue | typeof leftOut | undefined
}

export const leftOut = Symbol('the field is left out')

/** The description of the answer that a server proposes. */
export const proposedNote = 'proposed by the server'
/** The answer that leaves an optional field out. */
export const leaveOutLabel = 'Leave it out'

type Definition = Readonly<Record<string, unknown>>

/** A field as it is read: its definition, and the words above it. */
export interface FieldSource {
  readonly name: string
  readonly definition: Definition
  readonly isRequired: boolean
  readonly intro: string
}

/** Reads a field. Undefined if nobody can be asked for it. */
export function readField({ name, definition, isRequired, intro }: FieldSource): Field | undefined {
  const what = shorten(String(definition.title ?? name), 200)
  const more = typeof definition.description === 'string' ? ` (${shorten(definition.description, 400)})` : ''
  const text = { header: 'MCP server', question: `${intro}\n${what}${more}`.slice(0, questionLimits.question) }
  const choices = choicesOf(definition)
  if (choices !== undefined) return chosen({ name, text, definition, isRequired }, choices)
  switch (definition.type) {
    case 'boolean':
      return {
        name,
        question: yesOrNo(text, definition.default),
        isTyped: false,
        read: ({ chosen: [one] }) => one === 'yes',
      }
    case 'string':
      return typed({ name, text, definition, isRequired }, (words) =>
        fitsLength(words, definition) ? words : undefined,
      )
    case 'number':
    case 'integer':
      return typed({ name, text, definition, isRequired }, (words) => readNumber(words, definition))
    default:
      return undefined
  }
}

interface Asked {
  readonly name: string
  readonly text: { readonly header: string; readonly question: string }
  readonly definition: Definition
  readonly isRequired: boolean
}

/** The server's own proposal is one option among the person's own words, so that nothing is sent which nobody chose. */
function typed({ name, text, definition, isRequired }: Asked, read: (words: string) => FormValue | undefined): Field {
  const proposed = read(String(definition.default ?? ''))
  const label = definition.default === undefined ? '' : String(definition.default)
  const isShown =
    proposed !== undefined && label !== '' && label !== leaveOutLabel && shorten(label, questionLimits.label) === label
  const options: readonly QuestionOption[] = [
    ...(isShown ? [{ label, description: proposedNote }] : []),
    ...(isRequired ? [] : [{ label: leaveOutLabel }]),
  ]
  return {
    name,
    isTyped: true,
    question:
      options.length === 0
        ? { kind: 'text', ...text }
        : { kind: 'choice', ...text, options, several: false, allowText: true },
    read: ({ chosen: [one], text: words }) => {
      if (words !== undefined && words !== '') return read(words)
      if (one === leaveOutLabel && !isRequired) return leftOut
      return one === undefined ? undefined : proposed
    },
  }
}

interface Choices {
  readonly several: boolean
  readonly values: readonly string[]
  readonly labels: readonly string[]
}

function chosen(
  { name, text, definition, isRequired }: Asked,
  { several, values, labels }: Choices,
): Field | undefined {
  const proposed = Array.isArray(definition.default) ? definition.default : [definition.default]
  const options: QuestionOption[] = labels.map((label, at) => ({
    label: shorten(label, questionLimits.label),
    ...(proposed.includes(values[at]) ? { description: proposedNote } : {}),
  }))
  if (!isRequired) options.push({ label: leaveOutLabel })
  if (labels.length === 0 || options.length > questionLimits.options) return undefined
  if (new Set(options.map(({ label }) => label)).size < options.length) return undefined
  return {
    name,
    isTyped: false,
    question: { kind: 'choice', ...text, options, several, allowText: false },
    read: ({ chosen: given }) => {
      const wanted = given.flatMap((label) => values[options.findIndex((option) => option.label === label)] ?? [])
      if (wanted.length === 0) return isRequired ? undefined : leftOut
      return several ? wanted : wanted[0]
    },
  }
}

function yesOrNo(text: Asked['text'], proposed: unknown): Question {
  if (typeof proposed !== 'boolean') return { kind: 'yes_no', ...text }
  const option = (label: 'yes' | 'no') =>
    (label === 'yes') === proposed ? { label, description: proposedNote } : { label }
  return { kind: 'choice', ...text, options: [option('yes'), option('no')], several: false, allowText: false }
}

function fitsLength(words: string, { minLength, maxLength }: Definition): boolean {
  const { length } = [...words]
  return (
    length >= (typeof minLength === 'number' ? minLength : 0) && !(typeof maxLength === 'number' && length > maxLength)
  )
}

function readNumber(words: string, { type, minimum, maximum }: Definition): number | undefined {
  const value = words.trim() === '' ? Number.NaN : Number(words.trim())
  if (!Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value))) return undefined
  const isOutside = (typeof minimum === 'number' && value < minimum) || (typeof maximum === 'number' && value > maximum)
  return isOutside ? undefined : value
}

/** Returns the choices of a field: titled or not, one or several. */
function choicesOf(definition: Definition): Choices | undefined {
  const several = definition.type === 'array'
  const source = several && isJsonObject(definition.items) ? definition.items : definition
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
export function shorten(text: string, most: number): string {
  const line = harmless(text).replaceAll(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most - 3)}...`
}
